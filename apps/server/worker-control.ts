import { request as httpRequest } from 'node:http';
import { damaged, type StatePaths } from './state/directory.ts';
import { readMigrations } from './state/migrations.ts';
import type { Sockets } from './workerd/runtime.ts';

/** The part of the runtime that this file needs: the socket of the control entry point. */
type Runtime = { sockets: () => Pick<Sockets, 'control'> };

/** Applies the migrations and checks the settings, both in the Worker. */
export async function prepareWorker(runtime: Runtime, paths: StatePaths): Promise<void> {
  const migrated = await askControl(runtime, '/migrate', JSON.stringify(readMigrations()));
  if (migrated.status !== 200) {
    const damage = /file is not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i.exec(migrated.text);
    const remedy = 'restore the directory from a backup, or start with another --state';
    if (damage) throw damaged(paths.data, `the database is unreadable (${damage[0]})`, remedy);
    throw new Error(`the migrations could not be applied: ${migrated.text}`);
  }
  const checked = await askControl(runtime, '/check');
  if (checked.status !== 204) throw new Error(checked.text);
}

/** Repeats erasures. Resolves to the reasons why some could not be repeated. */
export async function eraseAgain(runtime: Runtime, erasures: string): Promise<string[]> {
  const { status, text } = await askControl(runtime, '/erasures', erasures);
  return status === 200 ? (JSON.parse(text) as string[]) : [text];
}

/** Passes alarms of the launcher on to the Worker. Rejects if it does not accept them. */
export async function raiseAlarms(runtime: Runtime, alarms: object[]): Promise<void> {
  const { status, text } = await askControl(runtime, '/alarms', JSON.stringify(alarms));
  if (status !== 204) throw new Error(text);
}

/** Runs the sweeps of a cron expression. Rejects if one of them failed. */
export async function runCron(runtime: Runtime, cron: string): Promise<void> {
  const { status, text } = await askControl(runtime, `/scheduled?${new URLSearchParams({ cron })}`);
  if (status !== 204) throw new Error(text);
}

/** The time of the Worker's timers, in milliseconds. Rejects as `askControl`. */
export const timersAt = async (runtime: Runtime): Promise<number> => Number((await askControl(runtime, '/clock')).text);

/** Calls the control entry point of the Worker. Rejects if workerd does not respond. */
function askControl(runtime: Runtime, path: string, body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      { socketPath: runtime.sockets().control, method: 'POST', path, headers: { host: 'control' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}
