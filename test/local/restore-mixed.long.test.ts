import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitState, watchMarks } from '../../apps/server/state/restore-check.ts';
import { statePaths, type StatePaths } from '../../apps/server/state/directory.ts';
import { storesIn } from '../../apps/server/state/stores.ts';
import { seeLine } from '../support/alarms.ts';
import { append, create, provenBy, upload, type Access } from './support/evidence.ts';
import { command, endAll, launch } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'mixed-'));
/** Two backups of one service, and its state directory after a crash. */
const [older, newer, crashed] = ['older', 'newer', 'crashed'].map((name) => join(temporary, name)) as [
  string,
  string,
  string,
];
const OBJECTS = 'v3/do/asset-evidence-';
const DATABASE = `${OBJECTS}Cell`;
/** The objects with a file in each state here. */
const OTHERS = ['ChainOutbox', 'EmbeddedChain', 'LedgerWriter', 'LogSequencer', 'Metrics', 'WindowTimer'].map(
  (name) => `${OBJECTS}${name}`,
);
/** Like cp -a. */
const KEPT = { recursive: true, preserveTimestamps: true };
/** An asset that has more events in the newer backup. */
let grown: string;
let made = 0;

beforeAll(async () => {
  const service = await launch(crashed);
  const access: Access = { base: service.base, token: await service.token() };
  grown = await create(access);
  const [asset, khipu] = [grown, await create(access, { proof_mechanism: 'KHIPU' })];
  const round = async (): Promise<void> => {
    await upload(access, 1000);
    const event = await append(access, asset);
    await append(access, khipu);
    await append(access, await create(access));
    await provenBy(access, event.identity);
    await provenBy(access, (await append(access, khipu)).identity);
  };
  await round();
  await backUp(older);
  await round();
  await backUp(newer);
  await append(access, asset);
  await service.kill();
  rmSync(join(crashed, 'marks.json'), { force: true });
});

afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

describe('a state with parts of the same age', () => {
  it.each([
    ['the older backup', () => stateOf(older)],
    ['the newer backup', () => stateOf(newer)],
    ['the state after a crash', () => copyOf(crashed)],
    ['a new directory', () => statePaths(join(temporary, 'nothing'))],
  ])('is accepted: %s', (_, state) => {
    expect(admitState(state(), false)).toEqual([]);
  });
});

describe('a state with older and newer parts', () => {
  it.each([
    ['an older database', [DATABASE], 'database: '],
    ['older objects', OTHERS, 'chain: '],
    ['an older chain', [`${OBJECTS}EmbeddedChain`], 'chain: '],
    ['an older outbox', [`${OBJECTS}ChainOutbox`], 'objects: the outbox is '],
    ['older blobs', ['v3/r2'], 'blobs: 1 of the '],
    [
      'an older database and older objects',
      [DATABASE, ...OTHERS],
      'database: the newest file in the bucket is missing',
    ],
  ])('is refused without recorded marks: %s', (_, parts, problem) => {
    expect(() => admitState(mixed(newer, older, parts), false)).toThrow(problem);
  });

  it.each([
    ['no database', [DATABASE], 'database: it is missing'],
    ['no ledger writer', [`${OBJECTS}LedgerWriter`], 'objects: the ledger writer is missing'],
    ['no outbox', [`${OBJECTS}ChainOutbox`], 'objects: the outbox of the chain is missing'],
    ['no blobs', ['v3/r2'], 'blobs: 2 of the 2 newest files have no content'],
  ])('is refused: %s', (_, parts, problem) => {
    expect(() => admitState(mixed(newer, undefined, parts), false)).toThrow(problem);
  });

  it('is refused with recorded marks if an older state, or one without its chain, replaces it', () => {
    const whole = stateOf(newer);
    record(whole);
    rmSync(whole.data, { recursive: true });
    cpSync(join(older, 'data'), whole.data, { recursive: true });
    expect(() => admitState(whole, false)).toThrow(
      /database: events ends at row 7, before row 12 recorded at .*; chain: blocks ends at row \d+, before row \d+ /,
    );
    const without = stateOf(newer);
    record(without);
    rmSync(join(without.data, `${OBJECTS}EmbeddedChain`), { recursive: true });
    expect(() => admitState(without, false)).toThrow('chain: it is missing, but existed');
  });

  it('is refused with recorded marks if its history differs', () => {
    const state = stateOf(newer);
    record(state);
    const marks = JSON.parse(readFileSync(state.marks, 'utf8')) as { tables: Record<string, { value: string }> };
    marks.tables['events']!.value = 'f'.repeat(64);
    writeFileSync(state.marks, JSON.stringify(marks));
    expect(() => admitState(state, false)).toThrow('database: row 12 of events differs from the one recorded at ');
  });

  it('is refused if an older database replaces one whose write-ahead log remains', () => {
    const state = stateOf(newer);
    const file = databaseOf(state);
    const database = new DatabaseSync(file);
    database.exec('PRAGMA wal_autocheckpoint = 0; UPDATE assets SET verified_us = 1');
    cpSync(`${file}-wal`, `${file}-kept`);
    database.close();
    renameSync(`${file}-kept`, `${file}-wal`);
    cpSync(join(older, 'data', DATABASE, basename(file)), file);
    expect(() => admitState(state, false)).toThrow('database: ');
  });

  it('is refused with an error that names the directory and both remedies', () => {
    const state = mixed(newer, older, [DATABASE]);
    expect(() => admitState(state, false)).toThrow(
      new RegExp(
        `^${state.dir}: parts of the state are older than others: .*: restore all parts from one backup ` +
          '\\(`npm run restore`\\), or start once with --accept-restored to continue without the missing data$',
      ),
    );
  });
});

describe('the acknowledged state of the database', () => {
  /** A state of the newer backup with another ledger writer, and with changes of its database. */
  function stateWith(writer: string, changes = ''): StatePaths {
    const state = mixed(newer, writer, [`${OBJECTS}LedgerWriter`]);
    const database = new DatabaseSync(databaseOf(state));
    database.exec(changes);
    database.close();
    return state;
  }

  it('may be older than the database, which then lacks nothing', () => {
    expect(admitState(stateWith(older), false)).toEqual([]);
  });

  it.each([
    [
      'a database with fewer changes',
      "counter = 1, tag = 'a'",
      /^database: its last change is 1, and change \d+ was acknowledged$/,
    ],
    [
      'a database with as many changes, and other ones',
      "tag = 'a'",
      /^database: its last change is (\d+), and change \1 was acknowledged$/,
    ],
    [
      'a database with more changes, which did not follow the acknowledged one',
      "tag = 'a', counter = counter + 1",
      /^database: its last change is \d+ of another history, and change \d+ was acknowledged$/,
    ],
    [
      'a database of another epoch',
      "counter = counter + 9, epoch = 'a'",
      /^database: its last change is \d+ of another history, and change \d+ was acknowledged$/,
    ],
  ])('refuses %s', (_, changes, problem) => {
    const state = stateWith(newer, `UPDATE database_state SET ${changes}`);
    expect(admitState(state, true)).toEqual([expect.stringMatching(problem)]);
  });

  it('names a ledger writer that is older than an accepted loss', () => {
    const epoch = `INSERT INTO epochs SELECT 'new', started_us + 1, 9, 1 FROM epochs ORDER BY started_us DESC LIMIT 1`;
    const state = stateWith(newer, `${epoch}; UPDATE database_state SET epoch = 'new', counter = counter + 9`);
    expect(admitState(state, true)).toEqual([
      expect.stringMatching(
        new RegExp(
          '^objects: the ledger writer is older than the database: ' +
            String.raw`it acknowledged change \d+, before a loss was accepted$`,
        ),
      ),
    ]);
  });

  it('accepts a database with more changes, because a crash leaves it so', () => {
    const more = "earlier = earlier || ' ' || counter || ':' || tag, counter = counter + 1, tag = 'a'";
    expect(admitState(stateWith(newer, `UPDATE database_state SET ${more}`), false)).toEqual([]);
  });

  it('refuses a database without its state', () => {
    const state = stateWith(newer, 'DELETE FROM database_state');
    expect(() => admitState(state, false)).toThrow('database: its state is missing');
  });

  it('may be missing before the first commit of a writer: events of earlier versions are older than the epoch', () => {
    const state = mixed(newer, undefined, [`${OBJECTS}LedgerWriter`]);
    const database = new DatabaseSync(databaseOf(state));
    database.exec('UPDATE epochs SET started_us = (SELECT max(accepted_us) FROM events)');
    database.close();
    expect(admitState(state, false)).toEqual([]);
  });
});

describe('a state that the operator accepted', () => {
  it.each([
    ['an older database', [DATABASE], () => older],
    ['older objects', OTHERS, () => older],
    ['an older outbox', [`${OBJECTS}ChainOutbox`], () => older],
    ['no outbox', [`${OBJECTS}ChainOutbox`], () => undefined],
    ['no ledger writer', [`${OBJECTS}LedgerWriter`], () => undefined],
    ['older blobs', ['v3/r2'], () => older],
  ])('starts from then on without the option, until it changes in another way: %s', (_, parts, from) => {
    const state = mixed(newer, from(), parts);
    record(state);
    const findings = admitState(state, true);
    expect(findings.length).toBeGreaterThan(0);
    const kept = JSON.parse(readFileSync(state.marks, 'utf8')) as { accepted: { findings: string[] } };
    expect(kept.accepted.findings).toEqual(findings);
    expect(admitState(state, false)).toEqual([]);
    record(state);
    expect(admitState(state, false)).toEqual([]);
    // A further loss needs a new decision.
    const database = new DatabaseSync(databaseOf(state));
    database.exec('DROP TRIGGER events_kept; DELETE FROM events WHERE rowid = (SELECT max(rowid) FROM events)');
    database.close();
    expect(() => admitState(state, false)).toThrow('database: events ends at row ');
  });

  it('can be backed up and restored', async () => {
    const state = mixed(newer, older, [DATABASE]);
    admitState(state, true);
    cpSync(join(crashed, 'secrets.env'), state.secrets);
    const target = join(temporary, `backup-${++made}`);
    expect(await command('backup', [target, '--state', state.dir])).toMatchObject({ code: 0 });
    const restored = statePaths(join(temporary, `state-${++made}`));
    const args = [target, '--state', restored.dir, '--secrets', state.secrets];
    expect(await command('restore', args)).toMatchObject({ code: 0 });
    expect(admitState(restored, false)).toEqual([]);
  });
});

describe('npm start', () => {
  it('refuses an older database with newer objects and serves it after the operator has accepted that', async () => {
    const state = mixed(newer, older, [DATABASE]);
    for (const name of ['secrets.env', 'bootstrap.json', 'admin.json'])
      cpSync(join(crashed, name), join(state.dir, name));
    await expect(launch(state.dir)).rejects.toThrow(
      new RegExp(`error: ${state.dir}: parts of the state are older than others: .*--accept-restored`),
    );
    const accepted = await launch(state.dir, ['--accept-restored']);
    const log = readFileSync(state.serviceLog, 'utf8').split('\n');
    log.forEach(seeLine);
    const alarms = log.filter((line) => line.includes('"level":"alarm"'));
    expect(alarms.some((line) => /database: its last change is \d+, and change \d+ was acknowledged/.test(line))).toBe(
      true,
    );
    // A database that lacks acknowledged changes takes no new ones until the operator has accepted their loss too.
    const access = { base: accepted.base, token: await accepted.token() };
    for (const write of [() => append(access, grown), () => create(access)])
      await expect(write()).rejects.toThrow(/503 .*the database was restored to an earlier state/);
    const loss = await command('fsck', ['--state', state.dir, '--accept-loss']);
    expect(loss).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/continues after change \d+; change \d+ was/),
    });
    for (const asset of [grown, await create(access)]) expect((await append(access, asset)).identity).toContain(asset);
    await accepted.stop();
    await (await launch(state.dir)).stop();
  });

  it('records marks that detect an older state', async () => {
    const state = stateOf(older);
    cpSync(join(crashed, 'secrets.env'), state.secrets);
    cpSync(join(crashed, 'admin.json'), state.admin);
    const service = await launch(state.dir);
    const access = { base: service.base, token: await service.token() };
    await append(access, await create(access));
    await service.stop();
    rmSync(state.data, { recursive: true });
    cpSync(join(older, 'data'), state.data, KEPT);
    await expect(launch(state.dir)).rejects.toThrow('database: events ends at row 7, before row 9 recorded at ');
  });
});

it('admitState names damaged marks', () => {
  const state = stateOf(newer);
  for (const text of ['{', '[]', '{"recorded":1}']) {
    writeFileSync(state.marks, text);
    expect(() => admitState(state, false)).toThrow(`damaged state: ${state.marks}: it is not valid`);
  }
});

async function backUp(target: string): Promise<void> {
  const { code, stderr } = await command('backup', [target, '--state', crashed]);
  if (code !== 0) throw new Error(stderr);
}

it('admitState names a database that cannot be read', () => {
  const state = stateOf(newer);
  writeFileSync(databaseOf(state), 'x'.repeat(8192));
  const reason = 'it cannot be read (file is not a database): restore the directory from a backup';
  expect(() => admitState(state, false)).toThrow(`damaged state: ${databaseOf(state)}: ${reason}`);
});

/** A state directory with the data of a backup. */
function stateOf(backup: string): StatePaths {
  const paths = statePaths(join(temporary, `state-${++made}`));
  cpSync(join(backup, 'data'), paths.data, KEPT);
  return paths;
}

function copyOf(state: string): StatePaths {
  const paths = statePaths(join(temporary, `state-${++made}`));
  cpSync(state, paths.dir, KEPT);
  return paths;
}

/** A state of one backup, with parts replaced by those of another backup, or removed. */
function mixed(backup: string, other: string | undefined, parts: readonly string[]): StatePaths {
  const state = stateOf(backup);
  for (const part of parts) {
    rmSync(join(state.data, part), { recursive: true });
    if (other) cpSync(join(other, 'data', part), join(state.data, part), KEPT);
  }
  return state;
}

function record(state: StatePaths): void {
  watchMarks(state, (reason) => {
    throw new Error(reason);
  })();
}

const databaseOf = ({ data }: StatePaths): string => storesIn(data).database;
