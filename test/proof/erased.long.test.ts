import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { join } from 'node:path';
import { verifyProof } from '../../src/proof/verify.ts';
import { anchored } from '../anchoring/support.ts';
import { serviceTest } from '../support/fixtures.ts';
import { erased } from '../support/erasure.ts';
import { PROJECT } from '../support/launcher.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
const test = serviceTest({ vars: { ANCHOR_WINDOW_SECONDS: '3' } });

/** Verifies a document with the command. */
const command = (document: unknown) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT, 'apps/cli/launch.mjs'), 'verify', '-'],
    {
      input: JSON.stringify(document),
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
};

describe.each([
  ['tenancy', ''],
  ['public', 'public'],
])('the proof of the window of an erased event, in the view of the %s', (_, prefix) => {
  test('is not verifiable, and names the number of erased events', async ({ client, tenancy: owner }) => {
    const asset = await done(client, owner.token, 'POST', '/v2/assets', { public: true });
    const events: any[] = [];
    for (let i = 0; i < 3; i++)
      events.push(await done(client, owner.token, 'POST', `/v2/${asset.identity}/events`, RECORD));
    const token = prefix === '' ? owner.token : undefined;
    const paths = events.map(({ identity }) => `/v2/${prefix}${identity}`);
    for (const path of paths) await anchored(client, token, path);
    const proof = (path: string): Promise<any> => done(client, token as string, 'GET', `${path}:proof?form=window`);
    const before = await Promise.all(paths.map(proof));
    expect(before.every((document) => verifyProof(document).ok)).toBe(true);
    const [first, second, third] = await Promise.all(before.map(async ({ anchor }) => anchor.start_time as string));
    for (const [n, event] of [events[0], events[1]].entries()) {
      expect((await erased(client, owner.token, event.identity)).status).toBe(200);
      const document = await proof(paths[0]!);
      const count = n === 0 || first !== second ? 1 : 2;
      const detail = `not verifiable: ${count} ${count === 1 ? 'event' : 'events'} erased`;
      const report = verifyProof(document);
      expect(report).toMatchObject({ ok: false, erased: count, word: '', vouched: false });
      expect(report.steps.at(-1)).toEqual({ name: 'hash', ok: false, detail });
      expect(command(document)).toMatchObject({ status: 4, stderr: expect.stringContaining(`the proof is ${detail}`) });
      expect(document.event.erased.reason).toBe('asked for');
      expect(document.anchor).toEqual(before[0].anchor);
    }
    // An event that was not erased, in the same window.
    if (third === first) expect(verifyProof(await proof(paths[2]!)).erased).toBe(2);
    // Proofs from before the erasure are complete.
    expect(before.every((document) => verifyProof(document).ok)).toBe(true);
    expect(command(before[0]).status).toBe(3);
  });

  test('is not valid if an event is only marked as erased', async ({ client, tenancy: owner }) => {
    const asset = await done(client, owner.token, 'POST', '/v2/assets', { public: true });
    // In one commit, so that one window has both.
    const events = [{}, { event_attributes: { a: 'b' } }].map((more) => ({
      ...RECORD,
      ...more,
      asset_identity: asset.identity,
    }));
    const { results } = await done(client, owner.token, 'POST', '/v2/assets/-/events:batch', { events });
    const [without, withContent] = results.map(({ event }: any) => event.identity);
    const path = `/v2/${prefix}${withContent}`;
    const token = prefix === '' ? owner.token : undefined;
    await anchored(client, token, path);
    const document = await done(client, token as string, 'GET', `${path}:proof?form=window`);
    const mark = {
      timestamp: document.event.timestamp_accepted,
      principal: document.event.principal_accepted,
      reason: '',
      event_identity: document.event.identity,
    };
    const erasing = (event: any) => ({ ...event, erased: mark });
    const hasContent = (event: any) => Object.keys(event.event_attributes).length > 0;
    // The mark does not turn the failure of an event with content into "not verifiable".
    const marked = { ...document, event: erasing(document.event), events: document.events.map(erasing) };
    expect(verifyProof(marked)).not.toHaveProperty('erased');
    expect(verifyProof(marked).steps.at(-1)).toMatchObject({
      name: 'event',
      ok: false,
      detail: expect.stringContaining('it must have no attributes and no principals'),
    });
    const inWindow = document.events.map((event: any) => (hasContent(event) ? erasing(event) : event));
    expect(verifyProof({ ...document, events: inWindow }).steps.at(-1)).toMatchObject({ name: 'window', ok: false });
    // Nor does a valid window prove an erasure.
    const empty = document.events.find((event: any) => event.identity.endsWith(without));
    expect(verifyProof({ ...document, event: empty }).ok).toBe(true);
    const blank = { issuer: '', subject: '', display_name: '', email: '' };
    const alone = { ...erasing(empty), principal_declared: blank, principal_accepted: blank };
    expect(verifyProof({ ...document, event: alone }).steps.at(-1)).toMatchObject({ name: 'window', ok: false });
    expect(
      verifyProof({ ...document, event: { ...document.event, erased: { reason: '' } } }).steps.at(-1),
    ).toMatchObject({
      name: 'format',
      ok: false,
    });
  });
});

test('an erased KHIPU event has no proof any more, and its transaction shows no preimage', async ({
  client,
  tenancy: owner,
}) => {
  const asset = await done(client, owner.token, 'POST', '/v2/assets', { proof_mechanism: 'KHIPU' });
  const event = await done(client, owner.token, 'POST', `/v2/${asset.identity}/events`, RECORD);
  await anchored(client, owner.token, `/v2/${event.identity}`);
  const transactions = (): Promise<any> =>
    done(client, owner.token, 'GET', `/v1alpha2/blockchain/${event.identity}`).then((body) => body.transactions);
  const [before] = await transactions();
  expect((await erased(client, owner.token, event.identity)).status).toBe(200);
  const proof = await client.call(owner.token, 'GET', `/v2/${event.identity}:proof?form=window`);
  expect([proof.status, proof.body.message]).toEqual([404, expect.stringContaining('the event was erased')]);
  const [now] = await transactions();
  const { preimage: _preimage, ...hashes } = before.khipu_details;
  expect(now.khipu_details).toEqual(hashes);
});
