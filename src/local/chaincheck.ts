import type { DatabaseSync } from 'node:sqlite';
import type { Baseline } from './crosscheck.ts';
import { nextNonce, type Finding } from './marks.ts';
import { hasTable, namedObjects, type Stores } from './stores.ts';

/** How many of the newest transactions are compared. */
const NEWEST = 100;

type Final = { intent: string; number: number; hash: string };

/** Compares the embedded chains with the database and with the outboxes that send to them. */
export function checkChain(stores: Stores, database: DatabaseSync, baseline: Baseline): Finding[] {
  if (!hasTable(database, 'chain_transactions')) return [];
  const query = `SELECT intent, block_number AS number, block_hash AS hash FROM chain_transactions
    WHERE rowid > ? ORDER BY rowid DESC LIMIT ?`;
  const finals = database.prepare(query).all(baseline.tables['chain_transactions'] ?? 0, NEWEST) as Final[];
  const known = database.prepare('SELECT 1 FROM chain_transactions WHERE hash = ?');
  const found = namedObjects(stores, 'EmbeddedChain', (chain, id): Finding[] => {
    if (!hasTable(chain, 'blocks')) return [];
    const block = chain.prepare("SELECT '0x' || lower(hex(hash)) AS hash FROM blocks WHERE number = ?");
    const lacks = ofChain(stores, id, finals).find(({ number, hash }) => block.get(number)?.['hash'] !== hash);
    const lost = minedOf(stores, chain, id, baseline).find(
      ({ hash, open }) => !open.includes(hash) && !known.get(hash),
    );
    const problems: Finding[] = [];
    if (isOrphan(stores, chain, id) && baseline.chains[id] === undefined)
      problems.push({ part: 'objects', problem: `the outbox of chain ${id} is missing` });
    if (lacks)
      problems.push({ part: 'chain', problem: `it lacks block ${lacks.number}, which the database refers to` });
    if (lost)
      problems.push({ part: 'database', problem: `it lacks a transaction of block ${lost.block} of the chain` });
    return problems;
  });
  return [...Object.values(found).flat(), ...checkNonces(stores, baseline)];
}

/** The transactions that went to this chain: all, unless the state also has outboxes of other chains. */
function ofChain(stores: Stores, id: string, finals: readonly Final[]): readonly Final[] {
  const outboxes = namedObjects(stores, 'ChainOutbox', (outbox, name) => {
    if (!hasTable(outbox, 'reported')) return [];
    const reported = outbox.prepare('SELECT 1 FROM reported WHERE intent = ?');
    return addressOn(id, name) && finals.filter(({ intent }) => reported.get(intent));
  });
  const others = namedObjects(stores, 'ChainOutbox', (_, name) => addressOn(id, name) === undefined || undefined);
  return Object.keys(others).length === 0 ? finals : Object.values(outboxes).flat();
}

/** Whether a chain has transactions, but no outbox sends to it. */
function isOrphan(stores: Stores, chain: DatabaseSync, id: string): boolean {
  const outboxes = namedObjects(stores, 'ChainOutbox', (_, name) => addressOn(id, name));
  if (Object.keys(outboxes).length > 0) return false;
  return chain.prepare('SELECT 1 FROM transactions LIMIT 1').get() !== undefined;
}

/** Our newest transactions in a chain, with the hashes that the outbox still follows for their nonces. */
function minedOf(stores: Stores, chain: DatabaseSync, id: string, baseline: Baseline) {
  const mined = chain.prepare(`SELECT '0x' || lower(hex(hash)) AS hash, nonce, block FROM transactions
    WHERE block > ? AND sender = ? ORDER BY block DESC, position DESC LIMIT ?`);
  const sent = namedObjects(stores, 'ChainOutbox', (outbox, name) => {
    const sender = addressOn(id, name);
    if (!sender || !hasTable(outbox, 'outgoing')) return undefined;
    const followed = outbox.prepare('SELECT body FROM outgoing WHERE nonce = ?');
    return mined.all(baseline.chains[id] ?? 0, sender, NEWEST).map((row) => {
      const body = followed.get(row['nonce'] as number)?.['body'] as string | undefined;
      const { signed } = JSON.parse(body ?? '{"signed":[]}') as { signed: { hash: string }[] };
      return { hash: String(row['hash']), block: Number(row['block']), open: signed.map(({ hash }) => hash) };
    });
  });
  return Object.values(sent).flat();
}

/** The chain has executed every nonce that an outbox has done with, and none that it has not given. */
function checkNonces(stores: Stores, { ahead: accepted }: Baseline): Finding[] {
  return Object.entries(noncesAhead(stores)).flatMap(([outbox, ahead]): Finding[] => {
    if (ahead > Math.max(0, accepted[outbox] ?? 0))
      return [{ part: 'objects', problem: `the outbox is ${ahead} transactions behind the chain` }];
    if (ahead < Math.min(0, accepted[outbox] ?? 0))
      return [{ part: 'chain', problem: `it is ${-ahead} transactions behind the outbox` }];
    return [];
  });
}

/** By how many nonces embedded chains are ahead of (below 0: behind) the outboxes that send to them; 0 where they agree. */
export function noncesAhead(stores: Stores): Record<string, number> {
  const chains = namedObjects(stores, 'EmbeddedChain', (chain, id) => {
    if (!hasTable(chain, 'accounts')) return undefined;
    const account = chain.prepare('SELECT nonce FROM accounts WHERE address = ?');
    return namedObjects(stores, 'ChainOutbox', (outbox, name) => {
      const address = addressOn(id, name);
      if (!address || !hasTable(outbox, 'outgoing')) return undefined;
      const executed = Number(account.get(address)?.['nonce'] ?? 0);
      const next = nextNonce(outbox) ?? 0;
      const open = Number(outbox.prepare('SELECT min(nonce) AS nonce FROM outgoing').get()?.['nonce'] ?? next);
      return executed > next ? executed - next : Math.min(0, executed - open);
    });
  });
  return Object.assign({}, ...Object.values(chains)) as Record<string, number>;
}

/** The address of an outbox (`<chain id>|<address>`) when it sends to this chain. */
function addressOn(chain: string, outbox: string): Uint8Array | undefined {
  const [id, address = ''] = outbox.split('|');
  return id === chain ? Buffer.from(address.slice(2), 'hex') : undefined;
}
