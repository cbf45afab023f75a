import { ambient, nowMicros } from '../../../src/lib/time.ts';
import type { CallerRights } from '../../../src/access/rights.ts';
import type { Command } from '../../../src/ledger/append/commands.ts';
import type { Head } from '../../../src/ledger/records/asset.ts';
import { principalKey } from '../../../src/platform/database/idempotency.ts';
import { erasedKey } from '../../../src/ledger/erasure/erasure-keys.ts';
import { callerKey, plan } from '../../../src/ledger/append/plan.ts';
import { propose, type Proposal, type Refusal } from '../../../src/ledger/append/proposal.ts';
import { readKnown } from '../../../src/ledger/append/reads.ts';
import { Database } from '../../../src/platform/database/database.ts';
import type { LocalD1 } from './d1.ts';
import { attachmentOf, demote, Ledger, newCaller, storeBlobRow, type Caller } from './ledger.ts';
import { Writer, WriterStorage } from './writer.ts';

/** Why a proposal is committed or refused. `create` is refused if the quota of its tenant is reached. */
export type MemberKind =
  | 'append'
  | 'append of a KHIPU asset in a closed window'
  | 'append with a key that has expired'
  | 'append after another event'
  | 'creation of an asset that exists'
  | 'append of a removed administrator'
  | 'append of a renamed application'
  | 'append into a closed window'
  | 'append of a stored event'
  | 'append with a used key'
  | 'append with a key whose event was erased'
  | 'append that names a blob'
  | 'append that names a deleted blob'
  | 'create';

/** The refusal of each kind; undefined: it is committed. */
export const REFUSAL_OF: Record<Exclude<MemberKind, 'create'>, Refusal | undefined> = {
  append: undefined,
  'append of a KHIPU asset in a closed window': undefined,
  'append with a key that has expired': undefined,
  'append after another event': 'head',
  'creation of an asset that exists': 'head',
  'append of a removed administrator': 'rights',
  'append of a renamed application': 'rights',
  'append into a closed window': 'window',
  'append of a stored event': 'stored',
  'append with a used key': 'key',
  'append with a key whose event was erased': 'key',
  'append that names a blob': undefined,
  'append that names a deleted blob': 'files',
};

/** A proposal to make: `tenant` is one of the tenants that only create, `room` of whose assets are within the quota. */
export type Member = { kind: MemberKind; tenant: number };

/** The quota of assets of the tests, and the assets that each tenant which only creates already has. */
export const QUOTA = 6;
export const USED = [0, 4, 6];

type Decided = { proposal: Proposal; head: Head };

const DAY_US = 86_400_000_000;

/** Prepares the database for these members, in few commits. Returns their proposals. */
export async function proposalsOf(d1: LocalD1, members: readonly Member[]): Promise<Proposal[]> {
  const db = new Database(d1.d1());
  const writer = new Writer(d1.d1(), new WriterStorage().open());
  const rights = new Map<string, CallerRights>();
  /** Callers, by the reason for which they differ. */
  const callers = new Map<string, Caller>();
  const callerOf = async (name: string): Promise<Caller> => {
    const known = callers.get(name);
    if (known) return known;
    const caller = await newCaller(d1);
    callers.set(name, caller);
    const probe = new Ledger(d1, caller);
    const { callers: read } = await readKnown(db, probe.asset, [probe.creation()], undefined);
    rights.set(callerKey(caller), read.get(callerKey(caller))!);
    return caller;
  };
  /** Plans commands as if nothing else had happened. */
  const decide = (commands: Command[], head: Head | undefined): Decided => {
    const planned = plan(commands, { callers: rights, keys: new Map(), stored: new Map() }, head, nowMicros(), () =>
      ambient.bytes(32),
    );
    if (planned.refused.length > 0) throw planned.refused[0]!.error;
    const used = new Map(
      commands.map(({ author }) => [callerKey(author.caller), rights.get(callerKey(author.caller))!]),
    );
    return { proposal: propose(head, planned.after!, planned.entries, [...used.values()]), head: planned.after! };
  };
  const commitAll = async (proposals: Proposal[]): Promise<void> => {
    if (proposals.length === 0) return;
    const results = await writer.commitTogether(proposals);
    if (results.some(({ result }) => result !== 'committed'))
      throw new Error(`not prepared: ${JSON.stringify(results)}`);
  };

  // The assets that exist, in one commit.
  const first: Proposal[] = [];
  for (const [tenant, used] of USED.entries()) {
    const caller = await callerOf(`creates ${tenant}`);
    for (let i = 0; i < used; i++) first.push(decide([new Ledger(d1, caller).creation()], undefined).proposal);
  }
  const assets: { kind: MemberKind; ledger: Ledger; creation: Command; created: Decided | undefined }[] = [];
  for (const [n, { kind, tenant }] of members.entries()) {
    const caller = await callerOf(kind === 'create' ? `creates ${tenant}` : ownerOf(kind, tenant));
    const isKhipu = kind === 'append of a KHIPU asset in a closed window';
    const ledger = new Ledger(d1, caller, undefined, isKhipu ? 'KHIPU' : 'SIMPLE_HASH');
    const creation = ledger.creation({ n: String(n) });
    const created = kind === 'create' ? undefined : decide([creation], undefined);
    assets.push({ kind, ledger, creation, created });
    if (created && kind !== 'creation of an asset that exists') first.push(created.proposal);
  }
  await commitAll(first);

  // The proposals, each decided by what is then the case.
  const spoiling: Proposal[] = [];
  const stored: string[] = [];
  const erasedKeys: [string, string, string, number][] = [];
  const proposals = assets.map(({ kind, ledger, creation, created }, n): Proposal => {
    const key = `key ${n}`;
    const withKey = (): Command => ledger.append({}, { key });
    if (kind === 'create') return decide([creation], undefined).proposal;
    if (kind === 'creation of an asset that exists') {
      spoiling.push(created!.proposal);
      return decide([{ ...creation, event: crypto.randomUUID() }], undefined).proposal;
    }
    if (kind === 'append after another event') spoiling.push(decide([ledger.append()], created!.head).proposal);
    if (kind === 'append of a stored event')
      return decide([ledger.append(), ledger.append({}, { event: creation.event })], created!.head).proposal;
    if (kind === 'append that names a blob' || kind === 'append that names a deleted blob') {
      const blob = crypto.randomUUID();
      if (kind === 'append that names a blob') stored.push(blob);
      const eventAttributes = { file: attachmentOf(blob) };
      return decide([ledger.append(), ledger.append({ eventAttributes })], created!.head).proposal;
    }
    if (kind === 'append with a key whose event was erased') {
      const { tenant: of } = ledger.caller;
      const caller = principalKey(ledger.caller);
      erasedKeys.push([of, caller, erasedKey({ tenant: of, principal: caller, key }), nowMicros()]);
      return decide([withKey()], created!.head).proposal;
    }
    if (kind === 'append with a used key' || kind === 'append with a key that has expired') {
      const other = new Ledger(d1, ledger.caller);
      spoiling.push(decide([other.creation(), other.append({}, { key })], undefined).proposal);
      return decide([withKey(), ledger.append()], created!.head).proposal;
    }
    return decide([ledger.append(), ...(n % 2 === 0 ? [withKey(), ledger.append()] : [])], created!.head).proposal;
  });

  // What has changed since.
  await commitAll(spoiling);
  for (const blob of stored) await storeBlobRow(d1, blob);
  for (const row of erasedKeys)
    await d1.rows([
      `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
      VALUES (?1, ?2, ?3, '', 'a', 'e', ?4)`,
      ...row,
    ]);
  for (const [name, caller] of callers) {
    if (name.startsWith('append of a removed')) await demote(d1, caller);
    if (name.startsWith('append of a renamed'))
      await d1.rows([
        "UPDATE applications SET display_name = 'x', revision = revision + 1 WHERE id = ?",
        caller.subject,
      ]);
    if (name === 'closed window')
      await d1.rows([
        `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
        VALUES (?, 0, ?, 'closing', 0, '', '')`,
        caller.tenant,
        nowMicros() + 60_000_000,
      ]);
    if (name.startsWith('append with a key that'))
      await d1.rows(['UPDATE idempotency SET created_us = created_us - ? WHERE tenant = ?', DAY_US, caller.tenant]);
  }
  return proposals;
}

/** Members that need a change of their tenant or caller have callers of their own. */
function ownerOf(kind: MemberKind, tenant: number): string {
  if (kind.endsWith('closed window')) return 'closed window';
  if (/removed|renamed|expired/.test(kind)) return `${kind} ${tenant}`;
  return `appends ${tenant}`;
}
