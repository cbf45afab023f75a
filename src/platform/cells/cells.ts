import type { Env } from '../../settings/config.ts';

/**
 * The cells of a deployment (docs/scaling.md). A cell is one database with its ledger writer and all records of its
 * tenancies. Its environment is that of the deployment with the bindings of the cell, so that code which gets it reads
 * and writes that cell only. The first one is the binding DB; it has the directory of slots.
 */

/** The binding of the first cell, and the name of its ledger writer. */
export const FIRST_CELL = 'DB';
/** The bindings of databases. */
const CELL = /^DB(?:_[1-9]\d*)?$/;

/** The environment of the deployment that the environment of a cell was made of. */
const deployments = new WeakMap<Env, Env>();
const names = new WeakMap<Env, readonly string[]>();
const opened = new WeakMap<Env, Map<string, Env>>();

/** The environment of the whole deployment, which is that of its first cell. */
export const deploymentOf = (env: Env): Env => deployments.get(env) ?? env;

/** The name of the cell whose environment this is. */
export const cellNameOf = (env: Env): string => env.CELL_NAME ?? FIRST_CELL;

/** The names of all cells, the first one first. */
export function cellNames(env: Env): readonly string[] {
  const deployment = deploymentOf(env);
  const known = names.get(deployment);
  if (known) return known;
  const further = Object.keys(deployment).filter((name) => CELL.test(name) && name !== FIRST_CELL);
  const found = [FIRST_CELL, ...further.toSorted((a, b) => Number(a.slice(3)) - Number(b.slice(3)))];
  names.set(deployment, found);
  return found;
}

/**
 * The environment of a cell; undefined names the first one. The same object for each call. Its jobs carry its name.
 * Throws for a name that no binding has.
 */
export function envOfCell(env: Env, name: string = FIRST_CELL): Env {
  const deployment = deploymentOf(env);
  if (name === FIRST_CELL) return deployment;
  const cells = opened.get(deployment) ?? new Map<string, Env>();
  opened.set(deployment, cells);
  const known = cells.get(name);
  if (known) return known;
  const database = CELL.test(name) ? (deployment[name] as D1Database | undefined) : undefined;
  if (!database) throw new Error(`the deployment has no cell ${name}`);
  const made: Env = { ...deployment, DB: database, JOBS: jobsOf(deployment.JOBS, name), CELL_NAME: name };
  deployments.set(made, deployment);
  cells.set(name, made);
  return made;
}

/**
 * The name of an object that belongs to a cell, from its name within the cell. In the first cell, both are the same. A
 * tenancy in another cell has other objects, so that none has what it remembers of a former cell.
 */
export const nameInCell = (env: Env, name: string): string =>
  env.CELL_NAME === undefined ? name : `${env.CELL_NAME}/${name}`;

/** The environment of the cell of an object with a name of `nameInCell`. */
export function envOfObject(env: Env, { id }: Pick<DurableObjectState, 'id'>): Env {
  // The id of an object without storage is its name (apps/server/workerd/runtime.ts).
  const name = typeof id === 'string' ? (id as string) : (id.name ?? '');
  const [cell] = name.split('/', 1);
  return envOfCell(env, name.includes('/') ? cell : undefined);
}

/** A message in the queue with the cell that sent it. */
export type CellJob = { cell?: string };

const jobsOf = (jobs: Queue<unknown>, cell: string): Queue<unknown> =>
  ({
    send: (body: object, options) => jobs.send({ ...body, cell }, options),
    sendBatch: (messages: Iterable<MessageSendRequest<object>>, options) =>
      jobs.sendBatch(
        Array.from(messages, (message) => ({ ...message, body: { ...message.body, cell } })),
        options,
      ),
  }) as Queue<unknown>;

/** Runs a job in each cell, one after another, also if one fails. Throws the first failure at the end. */
export async function forEachCell(env: Env, job: (cell: Env) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const name of cellNames(env)) await job(envOfCell(env, name)).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
