import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { chromiumPath } from '../../support/chromium.ts';
import { PHONE } from './browser.ts';
import { PATIENCE } from '../../support/patience.ts';
import { removeDirectory } from '../../support/directory.ts';

/** A browser with a profile on disk, which can be killed like a phone without power. */
export type Phone = {
  /** Of the browser that was started last. */
  context: BrowserContext | undefined;
  /** Starts the browser at a time, in milliseconds from now. */
  start: (from: number, offline: boolean) => Promise<Page>;
  /** Kills the processes of the browser, which are those that name its profile. */
  kill: () => Promise<void>;
  /** Closes the browser and deletes its profile. */
  destroy: () => Promise<void>;
};

export function newPhone(): Phone {
  let profile = '';
  const phone: Phone = {
    context: undefined,
    start: async (from, offline) => {
      profile ||= mkdtempSync(join(tmpdir(), 'field-'));
      phone.context = await chromium.launchPersistentContext(profile, {
        executablePath: await chromiumPath(),
        args: ['--no-sandbox', '--disable-gpu'],
        viewport: PHONE,
        offline,
        timeout: PATIENCE,
      });
      phone.context.setDefaultTimeout(PATIENCE);
      await phone.context.clock.setSystemTime(Date.now() + from);
      return phone.context.pages()[0] ?? phone.context.newPage();
    },
    kill: async () => {
      const closed = new Promise((resolve) => phone.context!.once('close', resolve));
      for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
        try {
          if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(profile)) process.kill(Number(name), 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
      }
      await closed;
    },
    destroy: async () => {
      await phone.context?.close().catch(() => undefined);
      if (profile !== '') removeDirectory(profile);
      profile = '';
    },
  };
  return phone;
}
