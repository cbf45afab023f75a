import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { PATIENCE } from './patience.ts';

/**
 * The path of Chromium, which the first process that calls this unpacks into the temporary directory. The others wait:
 * a program that another process still writes cannot be started (ETXTBSY).
 */
export async function chromiumPath(): Promise<string> {
  const [claim, done] = ['claimed', 'done'].map((state) => join(tmpdir(), `chromium-unpacking-${state}`));
  if (claimed(claim!)) {
    const path = await chromium.executablePath();
    writeFileSync(done!, '');
    return path;
  }
  for (let waited = 0; !existsSync(done!) && waited < PATIENCE; waited += 50) await sleep(50);
  return chromium.executablePath();
}

function claimed(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
