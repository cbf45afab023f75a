import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nowMicros } from '../../src/lib/time.ts';
import type { Command, Outcome } from '../../src/ledger/append/commands.ts';
import { RememberedCallers } from '../../src/ledger/append/asset-memory.ts';
import { AssetSequencer } from '../../src/ledger/append/asset-sequencer.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { demote, Ledger, newCaller, type Caller } from './support/ledger.ts';
import { CONFIG } from './support/writer.ts';
import { ENGINE } from '../support/size.ts';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
});
afterAll(() => d1.close());

const kindOf = ([outcome]: Outcome[]): string => ('error' in outcome! ? outcome.error.kind : 'accepted');

/** A sequencer of a ledger; `statements` has the number of statements of each of its D1 batches. */
function counted(
  ledger: Ledger,
  callers = new RememberedCallers(),
): { sequencer: AssetSequencer; statements: number[] } {
  const statements: number[] = [];
  const inner = d1.d1();
  const counting = {
    prepare: (sql: string) => inner.prepare(sql),
    batch: (batch: D1PreparedStatement[]) => {
      statements.push(batch.length);
      return inner.batch(batch);
    },
  };
  const writer = ledger.writer();
  const db = new Database(counting as D1Database, 'primary', undefined, (state) => writer.acknowledge(state));
  const commit = (proposal: Parameters<typeof writer.commit>[0]) => writer.commit(proposal);
  return { sequencer: new AssetSequencer(db, CONFIG, ledger.asset, commit, callers), statements };
}

/**
 * A ledger with an asset, and another application of its tenancy, which is not an administrator and has been refused.
 */
async function refusedCaller() {
  const ledger = new Ledger(d1, await newCaller(d1));
  const stranger = await newCaller(d1, ledger.caller.tenant);
  await demote(d1, stranger);
  const { sequencer, statements } = counted(ledger);
  await ledger.succeed(sequencer, ledger.creation());
  const ask = async (by: Caller = stranger): Promise<string> =>
    kindOf(await ledger.submit(sequencer, ledger.append({}, { by })));
  expect(await ask()).toBe('not_found');
  statements.length = 0;
  return { ledger, stranger, statements, ask };
}

describe('a refusal that what is remembered explains', () => {
  test('reads one statement', async () => {
    const { ask, statements } = await refusedCaller();
    expect([await ask(), await ask()]).toEqual(['not_found', 'not_found']);
    expect(statements).toEqual([1, 1]);
  });

  test('is not given once the caller has become an administrator', async () => {
    const { ledger, stranger, ask } = await refusedCaller();
    await d1.rows([
      `INSERT INTO administrators (tenant, issuer, subject, display_name, email, position) VALUES (?, ?, ?, '', '', 9)`,
      stranger.tenant,
      stranger.issuer,
      stranger.subject,
    ]);
    expect(await ask()).toBe('accepted');
    expect(await ledger.holds()).toHaveLength(2);
  });

  test('is not given once the policies of the tenancy have changed', async () => {
    const { ask, statements, stranger } = await refusedCaller();
    await d1.rows(['UPDATE tenants SET access_revision = access_revision + 1 WHERE id = ?', stranger.tenant]);
    expect(await ask()).toBe('not_found');
    expect(statements.length, 'the rights are read again').toBeGreaterThan(1);
  });

  test('names the deletion of the application once it is deleted', async () => {
    const { ask, stranger } = await refusedCaller();
    await d1.rows(['DELETE FROM applications WHERE id = ?', stranger.subject]);
    expect(await ask()).toBe('unauthenticated');
  });
});

/** An asset whose attributes have nearly as many characters as they may have, and a sequencer that remembers it. */
async function fullAsset() {
  const ledger = new Ledger(d1, await newCaller(d1));
  const { sequencer, statements } = counted(ledger);
  await ledger.succeed(sequencer, ledger.creation({ large: 'x'.repeat(499_000) }));
  const tooLarge = { assetAttributes: { more: 'x'.repeat(2000) } };
  expect(kindOf(await ledger.submit(sequencer, ledger.append(tooLarge)))).toBe('invalid');
  statements.length = 0;
  return { ledger, sequencer, statements, tooLarge };
}

describe('one commit of several callers, while the clock is far behind what the asset has recorded', () => {
  async function behind() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const stranger = await newCaller(d1);
    const { sequencer } = counted(ledger);
    await ledger.succeed(sequencer, ledger.creation());
    const stored = ledger.append();
    await ledger.succeed(sequencer, stored);
    await ledger.closeWindow(nowMicros() + 3_600_000_000);
    const kinds = async (...commands: Command[]) =>
      (await ledger.submit(sequencer, ...commands)).map((outcome) => kindOf([outcome]));
    return { ledger, stranger, stored, kinds };
  }

  test('refuses those without rights as if the asset did not exist, and all others for now', async () => {
    const { ledger, stranger, stored, kinds } = await behind();
    const ask = () =>
      kinds(ledger.append({}, { by: stranger }), ledger.append(), stored, ledger.append({}, { by: stranger }));
    const expected = ['not_found', 'unavailable', 'unavailable', 'not_found'];
    expect([await ask(), await ask()]).toEqual([expected, expected]);
    expect(await kinds(stored)).toEqual(['unavailable']);
    expect(await ledger.holds()).toHaveLength(2);
  });

  test('does not refuse a request for what the ones before it would have recorded', async () => {
    const { ledger, kinds } = await behind();
    const half = () => ledger.append({ assetAttributes: { [crypto.randomUUID()]: 'x'.repeat(300_000) } });
    expect(await kinds(half(), half())).toEqual(['unavailable', 'unavailable']);
  });
});

describe('a refusal for the size of the remembered asset', () => {
  test('reads one statement', async () => {
    const { ledger, sequencer, statements, tooLarge } = await fullAsset();
    expect(kindOf(await ledger.submit(sequencer, ledger.append(tooLarge)))).toBe('invalid');
    expect(statements).toEqual([1]);
  });

  test('is not given after another instance has made the asset smaller', async () => {
    const { ledger, sequencer, tooLarge } = await fullAsset();
    await ledger.succeed(ledger.sequencer(), ledger.append({ assetAttributes: { large: '' } }));
    expect(kindOf(await ledger.submit(sequencer, ledger.append(tooLarge)))).toBe('accepted');
    expect(await ledger.holds()).toHaveLength(3);
  });

  test('is not given for a request whose event is stored already', async () => {
    const { ledger, sequencer, tooLarge } = await fullAsset();
    const event = crypto.randomUUID();
    await ledger.succeed(sequencer, ledger.append({ assetAttributes: { small: '1' } }, { event }));
    const [again] = await ledger.submit(sequencer, ledger.append(tooLarge, { event }));
    expect(again).toMatchObject({ event: { id: event, seq: 2 } });
  });

  test('is not given for a request with an Idempotency-Key that stored an event', async () => {
    const { ledger, sequencer, tooLarge } = await fullAsset();
    const other = ledger.sequencer();
    await ledger.succeed(other, ledger.append({ assetAttributes: { large: '' } }));
    const stored = ledger.append(tooLarge, { key: 'used' });
    await ledger.succeed(other, stored);
    await ledger.succeed(other, ledger.append({ assetAttributes: { large: 'x'.repeat(497_000) } }));
    const [again] = await ledger.submit(sequencer, ledger.again(stored));
    expect(again).toMatchObject({ event: { id: stored.event } });
  });
});

/**
 * An asset, `missing`, one that does not exist, and the rights of their caller, as an isolate remembers them. `ask`
 * appends to one of them through a new object.
 */
async function rememberedCaller() {
  const ledger = new Ledger(d1, await newCaller(d1));
  const missing = new Ledger(d1, ledger.caller);
  const callers = new RememberedCallers();
  await ledger.succeed(counted(ledger, callers).sequencer, ledger.creation());
  await ledger.succeed(counted(ledger, callers).sequencer, ledger.append());
  const fresh = (of: Ledger) => counted(of, callers);
  const ask = async (of: Ledger, { sequencer } = fresh(of)): Promise<string> =>
    kindOf(await of.submit(sequencer, of.append()));
  return { ledger, missing, fresh, ask };
}

describe('the first append of an object, by a caller whose rights are remembered', () => {
  test('is refused by one statement if the asset does not exist', async () => {
    const { missing, fresh, ask } = await rememberedCaller();
    const object = fresh(missing);
    expect([await ask(missing, object), await ask(missing, object)]).toEqual(['not_found', 'not_found']);
    expect(object.statements).toEqual([1, 1]);
  });

  test('reads one statement if the asset exists', async () => {
    const { ledger, fresh, ask } = await rememberedCaller();
    const object = fresh(ledger);
    expect(await ask(ledger, object)).toBe('accepted');
    expect(object.statements).toEqual([1]);
    expect(await ledger.holds()).toHaveLength(3);
  });

  test('is accepted if the asset was created after a refusal', async () => {
    const { missing, fresh, ask } = await rememberedCaller();
    const object = fresh(missing);
    expect(await ask(missing, object)).toBe('not_found');
    await missing.succeed(missing.sequencer(), missing.creation());
    expect(await ask(missing, object)).toBe('accepted');
    expect(await missing.holds()).toHaveLength(2);
  });

  test('names the deletion of the application once it is deleted', async () => {
    const { ledger, missing, ask } = await rememberedCaller();
    await d1.rows(['DELETE FROM applications WHERE id = ?', ledger.caller.subject]);
    expect([await ask(missing), await ask(ledger)]).toEqual(['unauthenticated', 'unauthenticated']);
  });

  test('is refused if the caller is no administrator anymore', async () => {
    const { ledger, ask } = await rememberedCaller();
    await demote(d1, ledger.caller);
    expect(await ask(ledger)).toBe('not_found');
    expect(await ledger.holds()).toHaveLength(2);
  });

  test('returns the stored event for a command that was stored before', async () => {
    const { ledger, fresh } = await rememberedCaller();
    const command = ledger.append();
    const [stored] = await ledger.succeed(fresh(ledger).sequencer, command);
    const [again] = await ledger.succeed(fresh(ledger).sequencer, command);
    expect(again).toMatchObject({ event: { id: command.event, seq: 3 } });
    expect(stored).toMatchObject({ event: { seq: 3 } });
    expect(await ledger.holds()).toHaveLength(3);
  });

  test('is refused as the tenancy is suspended, and accepted once it is resumed', async () => {
    const { ledger, missing, ask } = await rememberedCaller();
    const suspend = (at: number | null) =>
      d1.rows(['UPDATE tenants SET suspended_us = ? WHERE id = ?', at, ledger.caller.tenant]);
    await suspend(1);
    expect([await ask(ledger), await ask(missing)]).toEqual(['forbidden', 'not_found']);
    await suspend(null);
    expect([await ask(ledger), await ask(missing)]).toEqual(['accepted', 'not_found']);
  });
});

test('a suspended tenancy that is resumed accepts events at once', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const { sequencer } = counted(ledger);
  await ledger.succeed(sequencer, ledger.creation());
  const suspend = (at: number | null) =>
    d1.rows(['UPDATE tenants SET suspended_us = ? WHERE id = ?', at, ledger.caller.tenant]);
  await suspend(1);
  const refused = [
    kindOf(await ledger.submit(sequencer, ledger.append())),
    kindOf(await ledger.submit(sequencer, ledger.append())),
  ];
  expect(refused).toEqual(['forbidden', 'forbidden']);
  await suspend(null);
  expect(kindOf(await ledger.submit(sequencer, ledger.append()))).toBe('accepted');
});
