import { pages, uuidOf } from '../lib/api.ts';
import { isNow, type SignedInUser } from '../lib/session.ts';
import { readFieldAsset } from './asset-reader.ts';
import { ownerOf } from './database.ts';
import { rejoin } from './person.ts';
import type { RecordOwner } from './queue.ts';
import { keepDue, keptDue, type DueMachine, type KeptDue } from './store.ts';

/** Days from now within which a machine is due. */
const DAYS = 7;
/** The most machines that are shown and kept. */
const MOST = 50;
/** Pages without machines that are passed until one with machines is found. */
const EMPTY_PAGES = 20;

/**
 * Reads what is due for a person, and keeps it. If it cannot be read, returns what is kept, and undefined if there is
 * nothing.
 */
export async function readDue(now: SignedInUser): Promise<(KeptDue & { isNew: boolean }) | undefined> {
  const owner = ownerOf(now);
  if (await rejoin().catch(() => false)) {
    const due = await read(owner).catch(() => undefined);
    if (due) {
      if (isNow(now.id)) await keepDue(due).catch(() => undefined);
      return { ...due, isNew: true };
    }
  }
  const kept = await keptDue(owner);
  return kept && { ...kept, isNew: false };
}

async function read(owner: RecordOwner): Promise<KeptDue> {
  let evaluatedAt: string | null = null;
  const due_before = new Date(Date.now() + DAYS * 86_400_000).toISOString();
  const list = pages(
    '/v1/compliance/assets',
    'assets',
    { params: { query: { due_before, may_record: 'true' } } },
    (page) => (evaluatedAt = page.evaluated_at),
  );
  let page = await list('', MOST);
  for (let i = 0; i < EMPTY_PAGES && page.items.length === 0 && page.next !== ''; i++)
    page = await list(page.next, MOST);
  const machines = page.items.map((item) => ({
    uuid: uuidOf(item.asset_identity),
    name: item.display_name,
    type: item.display_type,
    compliant: item.compliant,
    dueAt: item.due_at,
    reasons: item.compliance.filter(({ compliant }) => !compliant).map(({ reason }) => reason),
  }));
  return { owner, machines, hasMore: page.next !== '', evaluatedAt, readAt: Date.now() };
}

/**
 * Reads machines, so that this device keeps them for times without a network, and says after each how many it has.
 * Returns false if the network is lost meanwhile. Throws ApiError if there is none at the first one.
 */
export async function keepMachines(
  machines: readonly DueMachine[],
  now: SignedInUser,
  onKept: (count: number) => void,
): Promise<boolean> {
  for (const [i, { uuid }] of machines.entries()) {
    const { isNew } = await readFieldAsset(uuid, now);
    if (!isNew || !isNow(now.id)) return false;
    onKept(i + 1);
  }
  return true;
}
