import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { statePaths } from '../../../src/local/state.ts';
import { freePort, startReal } from '../../../tools/crash/service.ts';
import { SECRETS } from '../../support/service.ts';

export type Killable = Awaited<ReturnType<typeof startKillable>>;

/** The service as `npm start` runs it, with settings, that can be killed and goes on from what it has kept. */
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
    /** Calls as the administrator; gives the body of what must be 200. */
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
    /** kill -9, and nothing more. */
    kill,
    /** kill -9, and a start after `meanwhile`. */
    restart: async (meanwhile: () => void): Promise<void> => {
      await kill();
      meanwhile();
      service = await startReal(state, port);
    },
    close: (): void => {
      service.end();
      rmSync(state, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
