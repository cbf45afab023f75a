import { afterAll, expect, test } from 'vitest';
import { certificateIn } from '../../src/formats/timestamp/path.ts';
import { verifyRenewed } from '../../src/formats/timestamp/verify-renewal.ts';
import { webPlatform } from '../../src/formats/exports/web-platform.ts';
import { nowMicros } from '../../src/lib/time.ts';
import { verifyPackage } from '../../src/proof/package/verify.ts';
import { stampWord } from '../../src/proof/stamp-word.ts';
import { verifyCommand } from './support/command.ts';
import { exportDirectories, type Files } from './support/exports.ts';
import { LOG_VKEY } from './support/log-proofs.ts';
import { bytesSource, packageFor } from './support/packages.ts';
import { earlyAuthority, stampedExport } from './support/stamped-exports.ts';

/** Time stamps of an export and the times at which its events were accepted: event n at 11:00 and n seconds. */

const { here } = verifyCommand();
const written = exportDirectories();
const [authority, other] = [earlyAuthority(), earlyAuthority('Other TSA')];
afterAll(() => [authority, other].forEach((each) => each.remove()));

const verify = (of: Files, ...trusted: (typeof authority)[]) =>
  here([written(of), '--vkey', LOG_VKEY, ...trusted.flatMap((each) => ['--tsa', each.pathOf('root.pem')])]);
/** The last entry of the tree of 26 is that of event 23, accepted at 11:00:23; that of 11 entries has event 8. */
const TREE = 26;

test('an event cannot have been accepted later than an authority has stamped it, but for the clocks', async () => {
  // OpenSSL states an accuracy of one second: the tree existed at the latest one second later.
  const within = stampedExport([[authority, TREE, '2026-05-01T10:55:22Z']]);
  expect((await verify(within, authority)).code).toBe(0);
  const beyond = stampedExport([[authority, TREE, '2026-05-01T10:55:21Z']]);
  const { code, out } = await verify(beyond, authority);
  expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL stamps +1 problem$/m)]);
  expect(out).toMatch(
    /events-00004\.jsonl\.gz line 3: assets\/.*: the time stamp is of 2026-05-01T10:55:22Z, before the event was acc/,
  );
});

test('the stamp of a smaller tree counts for the events in it only', async () => {
  const early = '2026-05-01T10:55:07Z';
  const files = stampedExport([
    [authority, 11, early],
    [authority, TREE, '2026-05-01T12:00:00Z'],
  ]);
  expect((await verify(files, authority)).code).toBe(0);
  const one = stampedExport([
    [authority, 12, early],
    [authority, TREE, '2026-05-01T12:00:00Z'],
  ]);
  const { code, out } = await verify(one, authority);
  expect([code, out.match(/before the event was accepted/g)?.length]).toEqual([1, 1]);
});

test('an earlier stamp of a larger tree counts for all events in it', async () => {
  const files = stampedExport([
    [authority, 11, '2026-05-01T12:00:00Z'],
    [authority, TREE, '2026-05-01T10:00:00Z'],
  ]);
  const { code, out } = await verify(files, authority);
  expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL stamps +24 problems$/m)]);
});

test('the stamp of an authority that the verifier does not trust says nothing about the times', async () => {
  const files = stampedExport([
    [other, TREE, '2026-05-01T10:00:00Z'],
    [authority, TREE, '2026-05-01T12:00:00Z'],
  ]);
  const [unknown, known, both] = [await verify(files), await verify(files, authority), await verify(files, other)];
  expect([unknown.code, known.code, both.code]).toEqual([0, 0, 1]);
});

test('a package says for each asset since when its events are proven', async () => {
  const files = stampedExport([
    [authority, 11, '2026-05-01T12:00:00Z'],
    [authority, 19, '2026-05-01T13:00:00Z'],
  ]);
  const trusted = [certificateIn(authority.certificate('root'))];
  const report = await verifyPackage(bytesSource(await packageFor(files)), webPlatform, {
    trust: {},
    tsa: { verify: (stamp, renewals) => verifyRenewed(stamp, renewals, trusted, nowMicros()), isRequired: true },
  });
  const [first] = report.assets;
  expect(first!.since!.map(({ events, stamp }) => [events, stamp && stampWord(stamp)])).toEqual([
    // Entries 1, 6 and 10; 14 and 18; 22.
    [3, 'existed at the latest on 1 May 2026, 12:00:01 UTC, by the authority CN=Example TSA'],
    [2, 'existed at the latest on 1 May 2026, 13:00:01 UTC, by the authority CN=Example TSA'],
    [1, undefined],
  ]);
});
