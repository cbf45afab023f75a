import type { DatabaseSync } from 'node:sqlite';
import { nextNonce, type Baseline, type StateFinding } from './marks.ts';
import { hasTable, readingAll, type Stores } from './stores.ts';

/** Number of the newest transactions that are compared. */
const NEWEST = 100;

/** A transaction that is final according to the database. */
type Final = { intent: string; hash: string; number: number; block: string };
type Mined = { hash: string; nonce: number; block: number };
/** The compared values of an embedded chain and of an outbox. Hashes are hexadecimal with 0x. */
type Chain = { genesis: string; senders: number; executed: number; newest: Mined[]; lacks: Final[] };
type Outbox = { genesis: string; next: number; open: number; followed: Set<string>; reported: Set<string> };

/** Compares the embedded chains with the database and with the outboxes that send to them. */
export function checkChain(stores: Stores, database: DatabaseSync, baseline: Baseline): StateFinding[] {
  if (!hasTable(database, 'chain_transactions')) return [];
  const query = `SELECT intent, hash, block_number AS number, block_hash AS block FROM chain_transactions
    WHERE rowid > ? ORDER BY rowid DESC LIMIT ?`;
  const finals = database.prepare(query).all(baseline.tables['chain_transactions'] ?? 0, NEWEST) as Final[];
  const known = database.prepare('SELECT 1 FROM chain_transactions WHERE hash = ?');
  const { chains, outboxes } = read(stores, finals);
  return Object.entries(chains).flatMap(([id, chain]): StateFinding[] => {
    const own = outboxes.filter(({ genesis }) => genesis === chain.genesis);
    // If other chains have outboxes too, only transactions reported by an outbox of this chain must be here.
    const isHere = ({ intent }: Final): boolean =>
      own.length === outboxes.length || own.some(({ reported }) => reported.has(intent));
    const lacking = chain.lacks.find(isHere);
    const lost = chain.newest
      .filter(({ block }) => block > (baseline.chains[id] ?? 0))
      .find(({ hash }) => !own.some(({ followed }) => followed.has(hash)) && !known.get(hash));
    const isOrphan = own.length === 0 && chain.newest.length > 0 && baseline.chains[id] === undefined;
    return [
      ...found('chain', lacking && `block ${lacking.number}, which the database refers to, is missing`),
      ...found('database', lost && `a transaction of block ${lost.block} of the chain is missing`),
      ...found('objects', isOrphan && 'the outbox of the chain is missing'),
      ...checkNonces(noncesAhead(chain, own), baseline.ahead[id] ?? 0),
    ];
  });
}

/** By chain id, how many nonces each embedded chain is ahead of its outbox (negative: behind). */
export function chainsAhead(stores: Stores): Record<string, number> {
  const { chains, outboxes } = read(stores, []);
  return Object.fromEntries(
    Object.entries(chains).map(([id, chain]) => {
      const own = outboxes.filter(({ genesis }) => genesis === chain.genesis);
      return [id, noncesAhead(chain, own)];
    }),
  );
}

const found = (part: StateFinding['part'], problem: string | false | undefined): StateFinding[] =>
  problem ? [{ part, problem }] : [];

function checkNonces(ahead: number, accepted: number): StateFinding[] {
  return [
    ...found('objects', ahead > Math.max(0, accepted) && `the outbox is ${ahead} transactions behind the chain`),
    ...found('chain', ahead < Math.min(0, accepted) && `the chain is ${-ahead} transactions behind the outbox`),
  ];
}

/**
 * Returns 0 if the chain has executed all nonces that its outbox has finished, and none that the outbox has not
 * assigned. Also returns 0 with several senders (after a change of the signing key), where this cannot be determined.
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
