import type { DatabaseSync } from 'node:sqlite';
import { nextNonce, type Baseline, type Finding } from './marks.ts';
import { hasTable, readingAll, type Stores } from './stores.ts';

/** How many of the newest transactions are compared. */
const NEWEST = 100;

/** A transaction that the database says is final. */
type Final = { intent: string; hash: string; number: number; block: string };
type Mined = { hash: string; nonce: number; block: number };
/** What is compared of an embedded chain and of an outbox. Hashes are hexadecimal with 0x. */
type Chain = { genesis: string; senders: number; executed: number; newest: Mined[]; lacks: Final[] };
type Outbox = { genesis: string; next: number; open: number; followed: Set<string>; reported: Set<string> };

/** Compares the embedded chains with the database and with the outboxes that send to them. */
export function checkChain(stores: Stores, database: DatabaseSync, baseline: Baseline): Finding[] {
  if (!hasTable(database, 'chain_transactions')) return [];
  const query = `SELECT intent, hash, block_number AS number, block_hash AS block FROM chain_transactions
    WHERE rowid > ? ORDER BY rowid DESC LIMIT ?`;
  const finals = database.prepare(query).all(baseline.tables['chain_transactions'] ?? 0, NEWEST) as Final[];
  const known = database.prepare('SELECT 1 FROM chain_transactions WHERE hash = ?');
  const { chains, outboxes } = read(stores, finals);
  return Object.entries(chains).flatMap(([id, chain]): Finding[] => {
    const own = outboxes.filter(({ genesis }) => genesis === chain.genesis);
    // With outboxes of other chains, only what an outbox of this one has reported is known to be here.
    const isHere = ({ intent }: Final): boolean =>
      own.length === outboxes.length || own.some(({ reported }) => reported.has(intent));
    const lacking = chain.lacks.find(isHere);
    const lost = chain.newest
      .filter(({ block }) => block > (baseline.chains[id] ?? 0))
      .find(({ hash }) => !own.some(({ followed }) => followed.has(hash)) && !known.get(hash));
    const isOrphan = own.length === 0 && chain.newest.length > 0 && baseline.chains[id] === undefined;
    return [
      ...found('chain', lacking && `it lacks block ${lacking.number}, which the database refers to`),
      ...found('database', lost && `it lacks a transaction of block ${lost.block} of the chain`),
      ...found('objects', isOrphan && 'the outbox of the chain is missing'),
      ...checkNonces(noncesAhead(chain, own), baseline.ahead[id] ?? 0),
    ];
  });
}

/** By how many nonces the embedded chains are ahead of (below 0: behind) their outboxes, by the ids of the chains. */
export function chainsAhead(stores: Stores): Record<string, number> {
  const { chains, outboxes } = read(stores, []);
  return Object.fromEntries(
    Object.entries(chains).map(([id, chain]) => {
      const own = outboxes.filter(({ genesis }) => genesis === chain.genesis);
      return [id, noncesAhead(chain, own)];
    }),
  );
}

const found = (part: Finding['part'], problem: string | false | undefined): Finding[] =>
  problem ? [{ part, problem }] : [];

function checkNonces(ahead: number, accepted: number): Finding[] {
  return [
    ...found('objects', ahead > Math.max(0, accepted) && `the outbox is ${ahead} transactions behind the chain`),
    ...found('chain', ahead < Math.min(0, accepted) && `it is ${-ahead} transactions behind the outbox`),
  ];
}

/**
 * A chain has executed every nonce that its outbox has done with, and none that it has not given: then 0. With several
 * senders, after a change of the signing key, it cannot be told.
 */
function noncesAhead({ senders, executed }: Chain, outboxes: readonly Outbox[]): number {
  const [outbox, ...others] = outboxes;
  if (senders > 1 || outbox === undefined || others.length > 0) return 0;
  return executed > outbox.next ? executed - outbox.next : Math.min(0, executed - outbox.open);
}

function read(stores: Stores, finals: readonly Final[]): { chains: Record<string, Chain>; outboxes: Outbox[] } {
  const chains = readingAll(stores, 'EmbeddedChain', (chain) => readChain(chain, finals));
  const newest = Object.values(chains).flatMap((chain) => chain.newest);
  const outboxes = readingAll(stores, 'ChainOutbox', (outbox) => readOutbox(outbox, finals, newest));
  return { chains, outboxes: Object.values(outboxes) };
}

function readChain(chain: DatabaseSync, finals: readonly Final[]): Chain | undefined {
  if (!hasTable(chain, 'accounts')) return undefined;
  const block = chain.prepare("SELECT '0x' || lower(hex(hash)) AS hash FROM blocks WHERE number = ?");
  const accounts = chain.prepare('SELECT nonce FROM accounts').all();
  const newest = chain.prepare(`SELECT '0x' || lower(hex(hash)) AS hash, nonce, block FROM transactions
    WHERE block IS NOT NULL ORDER BY block DESC, position DESC LIMIT ?`);
  return {
    genesis: String(block.get(0)?.['hash']),
    senders: accounts.length,
    executed: Number(accounts[0]?.['nonce'] ?? 0),
    newest: newest.all(NEWEST) as Mined[],
    lacks: finals.filter(({ number, block: hash }) => block.get(number)?.['hash'] !== hash),
  };
}

function readOutbox(outbox: DatabaseSync, finals: readonly Final[], mined: readonly Mined[]): Outbox | undefined {
  if (!hasTable(outbox, 'fact')) return undefined;
  const genesis = outbox.prepare("SELECT value FROM fact WHERE name = 'genesis'").get()?.['value'];
  const body = outbox.prepare('SELECT body FROM outgoing WHERE nonce = ?');
  const reported = outbox.prepare('SELECT 1 FROM reported WHERE intent = ?');
  const next = nextNonce(outbox) ?? 0;
  const followed = mined.flatMap(({ nonce }) => {
    const item = body.get(nonce)?.['body'] as string | undefined;
    return item === undefined ? [] : (JSON.parse(item) as { signed: { hash: string }[] }).signed;
  });
  return {
    genesis: String(genesis),
    next,
    open: Number(outbox.prepare('SELECT min(nonce) AS nonce FROM outgoing').get()?.['nonce'] ?? next),
    followed: new Set(followed.map(({ hash }) => hash)),
    reported: new Set(finals.map(({ intent }) => intent).filter((intent) => reported.get(intent))),
  };
}
