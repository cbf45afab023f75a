import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { statePaths } from '../../apps/server/state/directory.ts';
import { freePort } from '../../tools/free-port.ts';
import { startReal } from '../../tools/crash/service.ts';
import { SECRETS } from './service.ts';
import { removeDirectory } from './directory.ts';

export type Killable = Awaited<ReturnType<typeof startKillable>>;

/** Starts the service as `npm start` does, with settings. It can be killed and restarted with the same state. */
export async function startKillable(settings: Record<string, string>) {
  const state = mkdtempSync(join(tmpdir(), 'killable-'));
  const lines = Object.entries({ ...SECRETS, ...settings }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(statePaths(state).secrets, lines.join(''), { mode: 0o600 });
  const port = await freePort();
  let service = await startReal(state, port);
  const token = await service.token();
  const kill = async (): Promise<void> => void expect((await service.crash()).length).toBeGreaterThan(0);
  return {
    state,
    /** Sends a request as the administrator. Returns the body; throws unless the status is 200. */
    call: async (method: string, path: string, body?: unknown): Promise<any> => {
      const response = await fetch(`${service.base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: any = await response.json();
      if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    /** kill -9 without a restart. */
    kill,
    /** kill -9, then `whileDown`, then a restart. */
    restart: async (whileDown: () => void): Promise<void> => {
      await kill();
      whileDown();
      service = await startReal(state, port);
    },
    close: (): void => {
      service.end();
      removeDirectory(state);
    },
  };
}
