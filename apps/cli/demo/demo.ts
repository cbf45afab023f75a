import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminCredentials, StatePaths } from '../../server/state/directory.ts';
import { PROJECT_DIR } from '../../server/build/bundle.ts';
import { fillHarbour, type Post } from './harbour.ts';

/** The state directory of a trial, which has nothing else: removing it removes the trial. */
export const DEMO_STATE = join(PROJECT_DIR, '.state-demo');
/** The name of the tenant, which every screen shows. */
export const DEMO_TENANT = 'Harbour Works (trial data)';

const EVENTS = 1_000;
const COMPLETE = 'complete\n';

/**
 * Throws an Error for the user if trial data cannot be added to a state directory: it has a tenant of another kind, or
 * an earlier start was interrupted while it added them. Otherwise, marks a new directory as that of a trial.
 */
export function prepareDemo(paths: Pick<StatePaths, 'dir' | 'bootstrap' | 'admin' | 'demo'>): void {
  if (existsSync(paths.demo)) {
    if (isComplete(paths)) return;
    if (existsSync(paths.admin))
      throw new Error(`${paths.dir}: its trial data are incomplete: remove the directory, and start again with --demo`);
    return;
  }
  if (existsSync(paths.admin) || existsSync(paths.bootstrap))
    throw new Error(`${paths.dir}: --demo needs a state directory of its own: choose a new one with --state`);
  writeFileSync(paths.demo, '', { mode: 0o600 });
}

const isComplete = ({ demo }: Pick<StatePaths, 'demo'>): boolean => readFileSync(demo, 'utf8') === COMPLETE;

/**
 * Adds the trial data to the first tenant, once, through the API of the service at `baseUrl`. The events are declared
 * in the year before `now`, in milliseconds. Throws an Error for the user.
 */
export async function fillDemo(
  paths: Pick<StatePaths, 'demo'>,
  baseUrl: string,
  credentials: AdminCredentials,
  now = Date.now(),
): Promise<void> {
  if (isComplete(paths)) return;
  const token = await tokenOf(baseUrl, credentials);
  const post: Post = (path, body) =>
    send(`${baseUrl}${path}`, JSON.stringify(body), {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    });
  await fillHarbour(post, { now: Math.floor(now / 60_000) * 60_000, events: EVENTS });
  writeFileSync(paths.demo, COMPLETE);
}

async function tokenOf(baseUrl: string, { client_id, client_secret }: AdminCredentials): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const { access_token } = await send(`${baseUrl}/iam/v1/appidp/token`, form, {});
  return access_token;
}

async function send(address: string, body: string | URLSearchParams, headers: Record<string, string>): Promise<any> {
  const response = await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}: ${await response.text()}`);
  return response.json();
}
