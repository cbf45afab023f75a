import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { formatNote, parseNote } from '../../../src/formats/log/note.ts';
import { signNote, type NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { LogService } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let signer: NoteSigner;
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  signer = await keyFor(log.origin, '11');
  log.genesis(signer).events(1, 2);
  service.show({ log, signers: [signer] });
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

const minutes = (n: number, step: (minute: number) => unknown = () => undefined) =>
  Array.from({ length: n }, (_, i) => () => step(i + 1));

describe('a log that controls what it can', () => {
  /** Characters that control a terminal, except the ends of lines. */
  const RAW = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

  test.each<[string, string]>([
    ['C1', 'log\u009b2J'],
    ['bidirectional', 'log\u202egnp\u2066'],
    ['line separator', 'log\u2028x'],
    ['DEL', 'log\u007f'],
  ])('has a name with a character of the kind %s, which is not printed raw', async (_, origin) => {
    service.intercept = (path) =>
      path === '/v1/logs/public' ? { body: JSON.stringify({ log: ID, origin }) } : undefined;
    const { code, out, err } = await monitoring.run(service.base);
    expect([code, err]).toEqual([1, expect.stringContaining('no keys for checkpoints of the log log\uFFFD')]);
    expect(out + err).not.toMatch(RAW);
  });

  test('sends JSON that is too deep, which is a log that cannot be checked', async () => {
    const body = `{"message":"x","details":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    service.intercept = () => ({ status: 410, body });
    const { code, err } = await monitoring.run(service.base);
    expect([code, err]).toEqual([1, expect.stringContaining('error: the log could not be checked: ')]);
  });
});

describe('a log that behaves as it must', () => {
  test('is checked once, with a warning if its keys are trusted as the service names them', async () => {
    const first = await monitoring.run(service.base);
    expect(first).toMatchObject({ code: 0, checks: 1 });
    expect(first.err).toMatch(/^warning: no key was given with --vkey.*\n$/);
    expect(first.err).toContain(vkeyOf(signer));
    expect(first.out).toMatch(new RegExp(`^${log.origin}: size 3, root [0-9a-f]{64}\\n$`));
    const second = await monitoring.run(service.base);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(second.out).toMatch(/^size 3, root [0-9a-f]{64}: unchanged\n$/);
    log.events(3);
    expect((await monitoring.run(service.base)).out).toMatch(/^size 4, root [0-9a-f]{64}: continues size 3\n$/);
  });

  test('is followed with a given key, without a request for the keys of the service', async () => {
    const steps = minutes(20, (minute) => log.growTo(3 + minute * 97));
    const { code, err, out } = await monitoring.run(service.base, ['--vkey', vkeyOf(signer)], steps);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n')).toHaveLength(22);
    expect(monitoring.state.checkpoint).toBe(await log.note(log.size, signer));
    expect(service.paths.filter((path) => path.endsWith('/keys'))).toEqual([]);
  });

  test('is followed from every size to every larger one', async () => {
    log.growTo(70_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 2, maxLength: 6 }), async (sizes) => {
        const own = new Monitoring();
        const shown = { log, signers: [signer], size: 0 };
        service.show(shown);
        const [first, ...rest] = sizes.toSorted((a, b) => a - b) as [number, ...number[]];
        shown.size = first;
        const steps = rest.map((size) => () => {
          shown.size = size;
        });
        const { code, err } = await own.run(service.base, ['--vkey', vkeyOf(signer)], steps);
        own.remove();
        expect({ code, err }).toEqual({ code: 0, err: '' });
      }),
      { seed: 20_261_201, numRuns: 30, examples: [[[1, 255, 256, 257, 65_535, 65_536]], [[65_536, 65_537, 70_000]]] },
    );
  });

  test('is not silent while it does not grow', async () => {
    const { code, err } = await monitoring.run(service.base, ['--vkey', vkeyOf(signer)], minutes(100));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(monitoring.state.valid_at).toBe('2026-11-23T01:40:00.000Z');
  });

  test('a log of a tenancy is read with client credentials, and with a new token when one is refused', async () => {
    const tenancy = '22222222-2222-4222-8222-222222222222';
    service.show({ log, signers: [signer] }, tenancy);
    service.tokens = new Set();
    const given: string[] = [];
    service.intercept = (path, request) => {
      if (path !== '/iam/v1/appidp/token' || request.method !== 'POST') return undefined;
      given.push(`token-${given.length}`);
      service.tokens = new Set([given.at(-1)!]);
      return { body: JSON.stringify({ access_token: given.at(-1) }) };
    };
    const env = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };
    const expire = () => {
      service.tokens = new Set();
    };
    const { code, err } = await monitoring.run(
      service.base,
      ['--log', tenancy, '--vkey', vkeyOf(signer)],
      [expire],
      env,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(given).toEqual(['token-0', 'token-1']);
  });
});

describe('an alarm', () => {
  const pinned = (): string[] => ['--vkey', vkeyOf(signer)];

  test.each([
    ['an earlier entry was changed', 2, 9],
    ['the last entry was changed', 3, 3],
    ['the first entry was changed', 1, 600],
  ])('is raised at once if %s', async (_, common, size) => {
    await monitoring.run(service.base, pinned());
    const forked = log
      .fork(common - 1)
      .events(77)
      .growTo(size);
    const { code, checks, err } = await monitoring.run(
      service.base,
      pinned(),
      minutes(1, () => service.show({ log: forked, signers: [signer] })),
    );
    expect({ code, checks }).toEqual({ code: 3, checks: 2 });
    expect(err).toMatch(/^error: ALARM \(fork\): .*The evidence is in .*state\.json\.alarm-.*\.json\n$/);
    expect(monitoring.alarms).toMatchObject([
      { alarm: 'fork', seen: await log.note(3, signer), shown: await forked.note(size, signer) },
    ]);
    // The state is that of the tree before, so the next check fails as well.
    const next = await monitoring.run(service.base, pinned());
    expect(next.code).toBe(3);
    expect(next.err).toContain('warning: there was an alarm before: ');
  });

  test('is raised after two minutes if the log shows a smaller tree that is consistent', async () => {
    const shown = { log: log.growTo(300), signers: [signer], size: 300 };
    service.show(shown);
    const { code, checks, err } = await monitoring.run(
      service.base,
      pinned(),
      minutes(9, () => {
        shown.size = 200;
      }),
    );
    // Smaller at 1:00 and 2:00, alarm at 3:00.
    expect({ code, checks }).toEqual({ code: 3, checks: 4 });
    expect(err).toContain('warning: size 200 is smaller than size 300 before; an alarm follows if it stays smaller');
    expect(err).toContain(
      'ALARM (rollback): the log shows size 200 since 2026-11-23T00:01:00.000Z, and had 300 before',
    );
    expect(monitoring.alarms).toMatchObject([
      { seen: await log.note(300, signer), shown: await log.note(200, signer) },
    ]);
  });

  test('is raised after two minutes if the log was rolled back and lacks the tiles of the larger tree', async () => {
    log.growTo(300);
    await monitoring.run(service.base, pinned());
    const rolledBack = log.fork(200);
    service.show({ log: rolledBack, signers: [signer] });
    const once = await monitoring.run(service.base, pinned());
    expect(once.code).toBe(1);
    monitoring.now += 120_000;
    expect((await monitoring.run(service.base, pinned())).code).toBe(3);
    expect(monitoring.alarms.map(({ alarm }) => alarm)).toEqual(['rollback']);
  });

  test('is not raised if the log shows a smaller tree only for a minute', async () => {
    const shown = { log: log.growTo(300), signers: [signer], size: 300 };
    service.show(shown);
    const { code, err } = await monitoring.run(
      service.base,
      pinned(),
      minutes(9, (minute) => {
        shown.size = minute % 2 === 0 ? 300 : 200;
      }),
    );
    expect(code).toBe(0);
    expect(err.split('\n')).toHaveLength(6);
  });

  test('is raised at once if a smaller tree is not the beginning of the one before', async () => {
    log.growTo(300);
    await monitoring.run(service.base, pinned());
    const forked = log.fork(100).events(77).growTo(200);
    service.show({ log: forked, signers: [signer] });
    // The tiles of the larger tree are still there.
    service.intercept = (path) => {
      const [, tile] = /\/(tile\/.*)$/.exec(path) ?? [];
      const found = tile?.includes('.p/44') ? log.tile({ level: 0, index: 1, width: 44 }) : undefined;
      const full = tile === 'tile/0/000' ? log.tile({ level: 0, index: 0, width: 256 }) : undefined;
      const body = found ?? full;
      return body && { type: 'application/octet-stream', body };
    };
    expect((await monitoring.run(service.base, pinned())).code).toBe(3);
    expect(monitoring.alarms.map(({ alarm }) => alarm)).toEqual(['fork']);
  });

  test("is raised at once for a signature of another key, a changed one and another log's checkpoint", async () => {
    await monitoring.run(service.base, pinned());
    log.events(9);
    const other = new TestLog('44444444-4444-4444-8444-444444444444').growTo(9);
    const note = await log.note(4, signer);
    const {
      text,
      signatures: [signature],
    } = parseNote(note);
    const { text: ofOther } = parseNote(await other.note(9, signer));
    const notes = [
      await log.note(4, await keyFor(log.origin, '22')),
      formatNote({ text, signatures: [{ ...signature!, bytes: signature!.bytes.toReversed() }] }),
      note.replace('\n4\n', '\n5\n'),
      formatNote({ text: ofOther, signatures: [await signNote(ofOther, signer)] }),
      await log.note(2, await keyFor(log.origin, '22')),
    ];
    for (const body of notes) {
      service.intercept = (path) => (path.endsWith('/checkpoint') ? { type: 'text/plain', body } : undefined);
      expect((await monitoring.run(service.base, pinned())).code).toBe(3);
      monitoring.now += 1_000;
    }
    expect(monitoring.alarms).toMatchObject(notes.map((shown) => ({ alarm: 'signature', shown })));
  });

  test('is raised if the log shows tiles that do not belong to its tree', async () => {
    await monitoring.run(service.base, pinned());
    log.growTo(300);
    const wrong = log.fork(0).growTo(300);
    service.intercept = (path) => {
      const [, tile] = /\/tile\/0\/001\.p\/(\d+)$/.exec(path) ?? [];
      const body = tile && wrong.tile({ level: 0, index: 1, width: Number(tile) })!.fill(7, 0, 32);
      return body ? { type: 'application/octet-stream', body } : undefined;
    };
    expect((await monitoring.run(service.base, pinned())).code).toBe(3);
    expect(monitoring.alarms.map(({ alarm }) => alarm)).toEqual(['tiles']);
  });

  test('is raised if the log is silent, and not before', async () => {
    const { code, checks, err } = await monitoring.run(
      service.base,
      [...pinned(), '--silent-after', '600'],
      minutes(30, () => {
        service.intercept = () => ({ status: 503, body: '{}' });
      }),
    );
    expect({ code, checks }).toEqual({ code: 3, checks: 11 });
    expect(err).toContain('ALARM (silent): the log has not shown a valid checkpoint since 2026-11-23T00:00:00.000Z');
  });

  test('is raised with --once if the log was last valid too long ago', async () => {
    await monitoring.run(service.base, pinned());
    service.intercept = () => ({ status: 503 });
    expect((await monitoring.run(service.base, pinned())).code).toBe(1);
    monitoring.now += 600_000;
    expect((await monitoring.run(service.base, pinned())).code).toBe(3);
    expect(monitoring.alarms.map(({ alarm }) => alarm)).toEqual(['silent']);
  });
});

describe('a log that cannot be checked', () => {
  test.each([
    ['a status of 500', { status: 500, body: '{"message":"defect"}' }, 'responded with 500: defect'],
    ['no log', { status: 404, body: '{"message":"log public does not exist"}' }, 'log public does not exist'],
    ['a redirect', { status: 302, location: 'http://127.0.0.1:1/' }, 'responded with 302'],
    ['another content type', { type: 'text/html', body: '<p>' }, 'responded with the content type "text/html"'],
    ['JSON of another form', { body: '{"log":7}' }, 'responded with JSON of another form'],
    ['a body that is too long', { body: 'x'.repeat(2_000_000) }, 'responded with more than 1048576 bytes'],
  ])('is reported with the exit code 1 after three attempts: %s', async (_, reply, message) => {
    service.intercept = () => reply;
    const { code, checks, err } = await monitoring.run(service.base);
    expect({ code, checks }).toEqual({ code: 1, checks: 3 });
    expect(err).toContain(message);
    expect(monitoring.state).toBeUndefined();
  });

  test.each([
    ['text that is not a note', 'hello', 'the log does not show a checkpoint: note: must have an empty line'],
    ['a page', '<html></html>\n\n', 'the log does not show a checkpoint: note: must have signature lines'],
    ['nothing', '', 'the log does not show a checkpoint'],
  ])('keeps its state if the log shows %s instead of a checkpoint', async (_, body, message) => {
    await monitoring.run(service.base);
    const before = monitoring.state;
    service.intercept = (path) => (path.endsWith('/checkpoint') ? { type: 'text/plain', body } : undefined);
    const { code, err } = await monitoring.run(service.base);
    expect({ code, state: monitoring.state }).toEqual({ code: 1, state: before });
    expect(err).toContain(message);
  });

  test.each([
    ['truncated', (body: Uint8Array) => body.subarray(1), 'must have 96 bytes, not 95'],
    ['longer', (body: Uint8Array) => new Uint8Array([...body, 0]), 'must have 96 bytes, not 97'],
  ])('is reported if a tile is %s', async (_, change, message) => {
    service.intercept = (path) =>
      path.endsWith('/tile/0/000.p/3')
        ? { type: 'application/octet-stream', body: change(log.tile({ level: 0, index: 0, width: 3 })!) }
        : undefined;
    const { code, err } = await monitoring.run(service.base);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  test('fails with the exit code 1 and not with an alarm if it was never reached', async () => {
    service.intercept = () => ({ status: 503 });
    const { code, checks } = await monitoring.run(service.base, ['--silent-after', '300'], minutes(30));
    expect({ code, checks }).toEqual({ code: 1, checks: 6 });
    expect(monitoring.alarms).toEqual([]);
  });

  test.each([
    ['the wrong secret', { status: 401 }, 'rejected the client id and secret (401)'],
    ['no token', { body: '{}' }, 'responded without an access token'],
    ['an error', { status: 503 }, 'responded with 503'],
  ])('reports the token endpoint: %s', async (_, reply, message) => {
    service.intercept = (path) => (path.endsWith('/token') ? reply : undefined);
    const env = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };
    const { code, err } = await monitoring.run(service.base, ['--log', ID], undefined, env);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});
