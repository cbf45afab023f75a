import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Env } from '../../settings/config.ts';
import { SLOT_DIGITS } from '../../lib/identifiers.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { cellNames, deploymentOf, envOfCell, FIRST_CELL } from './cells.ts';

/** Which cell the records of each slot are in: one row (id 1), in the first cell. */
export const directory = sqliteTable('directory', {
  id: integer().primaryKey(),
  /** Counts the changes. */
  version: integer().notNull(),
  /** A JSON object: the slot, as 4 hexadecimal digits, to the name of the cell. */
  slots: text().notNull(),
});

/** The name of the cell of each slot. */
type Slots = Record<string, string>;

/** What each deployment's directory had when this isolate last read it. */
const known = new WeakMap<Env, Slots>();

/** The slot of a uuid: its last 4 hexadecimal digits, in lower case. */
const slotOf = (uuid: string): string => uuid.slice(-SLOT_DIGITS).toLowerCase();

/** Slot 0 is that of the nil UUID, the scope of all public events, so no tenancy has it. */
const PUBLIC_SLOT = '0'.repeat(SLOT_DIGITS);

/**
 * The environment of the cell that has the records of a tenancy, found by the slot of one of their uuids. An isolate
 * reads the directory again for a slot that it does not know. A slot that the directory does not have is in the first
 * cell. With one cell, nothing is read.
 */
export async function cellOf(env: Env, uuid: string): Promise<Env> {
  const deployment = deploymentOf(env);
  const slot = slotOf(uuid);
  if (slot === PUBLIC_SLOT || cellNames(deployment).length === 1) return deployment;
  const name = known.get(deployment)?.[slot] ?? (await readSlots(deployment))[slot];
  return envOfCell(deployment, name);
}

async function readSlots(deployment: Env): Promise<Slots> {
  const db = openDatabase(deployment);
  const [[row]] = await db.batch([db.sql<{ slots: string }>(sql`SELECT slots FROM directory`)]);
  const slots = JSON.parse(row!.slots) as Slots;
  known.set(deployment, slots);
  return slots;
}

/**
 * Places a new tenancy in the cell with the fewest bytes: stores the cell of its slot, unless the slot has one already.
 * Tenancies of one slot are in one cell. `db`: the database of the first cell, for acknowledged changes. Repeating it
 * has no further effect. With one cell, nothing is stored.
 */
export async function placeTenancy(env: Env, db: Database, tenant: string): Promise<void> {
  const deployment = deploymentOf(env);
  const slot = slotOf(tenant);
  if (slot === PUBLIC_SLOT || cellNames(deployment).length === 1) return;
  if ((await readSlots(deployment))[slot] !== undefined) return;
  const path = `$."${slot}"`;
  // Tenancies of before the second cell are in the first one.
  const cell = sql`CASE WHEN EXISTS (SELECT 1 FROM tenants WHERE substr(id, ${-SLOT_DIGITS}) = ${slot})
    THEN ${FIRST_CELL} ELSE ${await leastFull(deployment)} END`;
  await db.batchAcknowledged([
    db.sql(sql`UPDATE directory SET version = version + 1, slots = json_set(slots, ${path}, ${cell})
      WHERE slots ->> ${path} IS NULL`),
  ]);
}

async function leastFull(deployment: Env): Promise<string> {
  const names = cellNames(deployment);
  const sizes = await Promise.all(names.map((name) => openDatabase(envOfCell(deployment, name)).size()));
  return names[sizes.indexOf(Math.min(...sizes))]!;
}
