import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bytesOf, listedAs, namedAs, upload, type Uploaded } from '../support/blobs.ts';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import {
  EVERYTHING,
  idOf,
  newMember,
  openSharing,
  record,
  type Member,
  type Pair,
  type Shared,
  type Sharing,
} from '../support/sharing.ts';

let service: Service;
let client: Client;
let on: Sharing;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  on = openSharing(service, client);
});

/** Files of the owner, each attached by `attach` in a different way. */
type Files = Record<'listed' | 'named' | 'noted' | 'early', Uploaded> & { event: string };
/** All ways to download them, in this order. */
const WAYS = ['asset listed', 'asset named', 'event listed', 'event named', 'event noted'];

/** Attaches files to the pump: in the attributes that events set, and in the attributes of an event itself. */
async function attach({ owner, pump }: Pick<Shared, 'owner' | 'pump'>): Promise<Files> {
  const [listed, named, noted, early] = [
    await upload(client, owner.token, bytesOf(100, 1)),
    await upload(client, owner.token, bytesOf(100, 2)),
    await upload(client, owner.token, bytesOf(100, 3)),
    await upload(client, owner.token, bytesOf(100, 4)),
  ];
  await on.post(owner.token, `/v2/${pump}/events`, record('Repair', { manual: namedAs(early) }));
  const { identity } = await on.post(owner.token, `/v2/${pump}/events`, {
    ...record('Inspection', { arc_attachments: [listedAs(listed)], manual: namedAs(named) }),
    event_attributes: { arc_display_type: 'Inspection', picture: namedAs(noted) },
  });
  return { listed, named, noted, early, event: identity };
}

const pathOf = (record: string, { identity }: Uploaded): string => `/v2/attachments/${record}/${idOf(identity)}`;
const get = (token: string, path: string, options: Options = {}): Promise<Answer> =>
  client.call(token, 'GET', path, options);

/**
 * The WAYS that give the caller a file. `/info` must agree, and other requests for a hidden file must be 404: in the
 * quick tests one of them, by turns.
 */
async function ways(token: string, pump: string, files: Files): Promise<string[]> {
  const paths = [
    pathOf(pump, files.listed),
    pathOf(pump, files.named),
    pathOf(files.event, files.listed),
    pathOf(files.event, files.named),
    pathOf(files.event, files.noted),
  ];
  const open = await Promise.all(
    paths.map(async (path) => {
      const [content, info] = [await get(token, path), await get(token, `${path}/info`)];
      expect(info.status, path).toBe(content.status);
      if (content.status === 200) return true;
      expectProblem(content, 404);
      const others: Options[] = [
        { headers: { 'if-none-match': '*' } },
        { headers: { range: 'bytes=0-1' }, query: { allow_insecure: 'true' } },
      ];
      for (const other of others) expectProblem(await get(token, path, other), 404);
      return false;
    }),
  );
  // Files that are no longer attached to the pump, or only to the event, are not available through the pump.
  for (const file of [files.early, files.noted]) expectProblem(await get(token, pathOf(pump, file)), 404);
  return WAYS.filter((_way, i) => open[i]);
}

/** Sharing never gives access to the blob itself. */
async function expectNoBlob(token: string, { identity }: Uploaded): Promise<void> {
  for (const path of [`/v1/${identity}`, `/v1/${identity}/info`]) expectProblem(await get(token, path), 404);
}

const INSPECTIONS = { event_arc_display_type_read: ['Inspection'] };
const RIGHTS: [string, object, string[]][] = [
  ['another attribute', { asset_attributes_read: ['serial'] }, []],
  ['arc_attachments', { asset_attributes_read: ['arc_attachments'] }, ['asset listed']],
  ['a named attribute', { asset_attributes_read: ['manual'] }, ['asset named']],
  ['a named attribute, included', { include_attributes: ['manual'] }, ['asset named']],
  ['every attribute', { asset_attributes_read: ['*'] }, ['asset listed', 'asset named']],
  ['the type of the event', INSPECTIONS, ['event noted']],
  ['another type of event', { asset_attributes_read: ['serial'], event_arc_display_type_read: ['Repair'] }, []],
  ['an attribute of the event', { asset_attributes_read: ['picture'] }, []],
  [
    'the event and an attribute',
    { asset_attributes_read: ['manual'], ...INSPECTIONS },
    ['asset named', 'event named', 'event noted'],
  ],
  ['everything', EVERYTHING, WAYS],
  ['writing only', { ...EVERYTHING, asset_attributes_read: [], event_arc_display_type_read: [] }, []],
];

describe('a caller who may read', () => {
  let it: Pair;
  let files: Files;
  let operators: Member[];
  let nobody: Member;
  beforeAll(async () => {
    it = await on.pair();
    files = await attach(it);
    operators = [await on.operator(it.owner), await on.operator(it.partner)];
    nobody = await newMember(service, client, it.owner, { role: 'none' });
  });

  test.each(RIGHTS)(
    "%s can download exactly the files attached there, in the tenancy and in a partner's",
    async (_n, rights, expected) => {
      for (const identity of [
        await on.share(it.owner, it.ofPartner, rights),
        await on.passOn(it.owner, 'attributes.kind=pump', rights),
      ])
        onTestFinished(() => on.remove(it.owner.token, `/iam/v1/${identity}`));
      const readers: [string, string[]][] = [
        [it.owner.token, WAYS],
        [it.partner.token, expected],
        [operators[0]!.token, expected],
        [nobody.token, []],
        [operators[1]!.token, []],
      ];
      for (const [token, open] of readers) expect(await ways(token, it.pump, files)).toEqual(open);
      for (const [token] of readers.slice(1)) await expectNoBlob(token, files.listed);
    },
  );

  test("can download files of another tenancy as far as both tenancies' policies allow", async () => {
    const it = await on.pair();
    const files = await attach(it);
    await on.share(it.owner, it.ofPartner, { asset_attributes_read: ['kind', 'manual'], ...INSPECTIONS });
    await on.passOn(it.partner, 'attributes.kind=pump', { asset_attributes_read: ['arc_attachments', 'manual'] });
    const user = await on.operator(it.partner);
    expect(await ways(it.partner.token, it.pump, files)).toEqual(['asset named', 'event named', 'event noted']);
    expect(await ways(user.token, it.pump, files)).toEqual(['asset named']);
  });
});

describe('attached files become unavailable immediately', () => {
  let it: Shared;
  let files: Files;
  let user: Member;
  const begin = async (): Promise<void> => {
    it = await on.shared();
    files = await attach(it);
    await on.patch(it.owner.token, `/iam/v1/${it.policy}`, {
      access_permissions: [{ subjects: [it.ofPartner], ...EVERYTHING }],
    });
    ({ user } = it);
    for (const { token } of [it.partner, user]) expect(await ways(token, it.pump, files)).toEqual(WAYS);
  };

  const ENDS: [string, () => Promise<unknown>][] = [
    ['the policy is deleted', () => on.remove(it.owner.token, `/iam/v1/${it.policy}`)],
    [
      "the policy's permissions are taken away",
      () => on.patch(it.owner.token, `/iam/v1/${it.policy}`, { access_permissions: [] }),
    ],
    ["the partner's subject is deleted", () => on.remove(it.owner.token, `/iam/v1/${it.ofPartner}`)],
    ["the partner deletes the owner's subject", () => on.remove(it.partner.token, `/iam/v1/${it.ofOwner}`)],
    [
      'the kind of the pump changes',
      () => on.post(it.owner.token, `/v2/${it.pump}/events`, record('Repair', { kind: 'valve' })),
    ],
  ];
  test.each(ENDS)('attached files become unavailable immediately when %s', async (_name, end) => {
    await begin();
    const known = { headers: { 'if-none-match': `"${files.listed.hash.value}"` } };
    expect((await get(it.partner.token, pathOf(it.pump, files.listed), known)).status).toBe(304);
    await end();
    for (const { token } of [it.partner, user]) {
      expectProblem(await get(token, pathOf(it.pump, files.listed), known), 404);
      expect(await ways(token, it.pump, files)).toEqual([]);
    }
    expect(await ways(it.owner.token, it.pump, files)).toEqual(WAYS);
  });

  const USER_ENDS: [string, () => Promise<unknown>][] = [
    [
      'their claim is removed',
      () => on.patch(it.partner.token, `/iam/v1/${user.identity}`, { custom_claims: { role: 'none' } }),
    ],
    ['nothing is passed on to them', () => on.remove(it.partner.token, `/iam/v1/${it.passing}`)],
  ];
  test.each(USER_ENDS)(
    'attached files become unavailable immediately to users of the partner when %s',
    async (_name, end) => {
      await begin();
      await end();
      expect(await ways(user.token, it.pump, files)).toEqual([]);
      expect(await ways(it.partner.token, it.pump, files)).toEqual(WAYS);
    },
  );

  test('attached files become unavailable immediately when only their attribute is no longer shared', async () => {
    await begin();
    const rights = { ...INSPECTIONS, asset_attributes_read: ['serial', 'manual'] };
    const access_permissions = [{ subjects: [it.ofPartner], ...rights }];
    await on.patch(it.owner.token, `/iam/v1/${it.policy}`, { access_permissions });
    const left = ['asset named', 'event named', 'event noted'];
    for (const { token } of [it.partner, user]) expect(await ways(token, it.pump, files)).toEqual(left);
  });

  test('attached files become unavailable immediately when the application that reads is deleted (401)', async () => {
    await begin();
    await on.remove(it.partner.token, `/iam/v1/${user.identity}`);
    expectProblem(await get(user.token, pathOf(it.pump, files.listed)), 401);
  });
});

describe('a partner who may write', () => {
  const ATTACH = { operation: 'Attach', behaviour: 'Attachments' };
  const attachment = (file: Uploaded): object => ({
    ...ATTACH,
    event_attributes: { arc_display_type: 'Inspection', arc_append_attachments: [listedAs(file)] },
  });
  const WHOLE = { headers: { 'x-request-total-count': 'true' } };

  async function begin(): Promise<Shared & { files: Files }> {
    const it = await on.shared();
    await on.patch(it.owner.token, `/iam/v1/${it.policy}`, {
      access_permissions: [{ subjects: [it.ofPartner], ...EVERYTHING }],
    });
    return { ...it, files: await attach(it) };
  }

  test("attaches its tenancy's files, which the owner reads as attachments, not as the partner's blobs", async () => {
    const { owner, partner, pump, user, ofPartner } = await begin();
    for (const writer of [partner, user]) {
      const file = await upload(client, writer.token, Buffer.from(`by ${writer.client_id}`));
      const made = await on.append(writer.token, pump, attachment(file));
      expect(made.status, made.text).toBe(200);
      const named = await on.append(writer.token, pump, record('Inspection', { certificate: namedAs(file) }));
      expect(named.status, named.text).toBe(200);
      await expectNoBlob(owner.token, file);
      for (const token of [owner.token, partner.token, user.token])
        for (const of of [pump, made.body.identity, named.body.identity]) {
          const content = await get(token, pathOf(of, file));
          expect([content.status, content.text]).toEqual([200, `by ${writer.client_id}`]);
          const { body } = await get(token, `${pathOf(of, file)}/info`);
          expect(body).toMatchObject({ tenantid: partner.tenant_identity, subject: writer.client_id });
        }
      // The blob itself is only for its uploader and the administrators of their tenancy.
      expect((await get(writer.token, `/v1/${file.identity}`)).status).toBe(200);
      expect((await get(partner.token, `/v1/${file.identity}/info`)).status).toBe(200);
      const another = await on.operator(partner);
      await expectNoBlob(another.token, file);
      expect((await get(another.token, pathOf(pump, file))).status).toBe(200);
    }
    // The owner can read these files after sharing has ended.
    const { arc_attachments: given } = (await on.get(owner.token, `/v2/${pump}`)).attributes;
    await on.remove(owner.token, `/iam/v1/${ofPartner}`);
    expect(given).toHaveLength(3);
    for (const { arc_attachment_identity: identity } of given) {
      const path = `/v2/attachments/${pump}/${idOf(identity)}`;
      expect((await get(owner.token, path)).status).toBe(200);
      expectProblem(await get(partner.token, path), 404);
    }
  });

  test("cannot attach the owner's files although they can read them, and the owner cannot attach theirs", async () => {
    const { owner, partner, pump, user, files } = await begin();
    const theirs = await upload(client, partner.token, bytesOf(100, 9));
    expect((await on.append(partner.token, pump, attachment(theirs))).status).toBe(200);
    const before = (await get(owner.token, `/v2/${pump}/events`, WHOLE)).headers.get('x-total-count');
    for (const [{ token }, file] of [
      [partner, files.listed],
      [user, files.listed],
      [partner, files.early],
      [owner, theirs],
    ] as const) {
      const answers = [
        await on.append(token, pump, attachment(file)),
        await on.append(token, pump, record('Inspection', { manual: namedAs(file) })),
        await client.call(token, 'POST', '/v2/assets', { body: { attributes: { kind: 'x', manual: namedAs(file) } } }),
      ];
      for (const answer of answers) expectProblem(answer, 400);
      expect(answers.flatMap(fieldsOf)).toEqual([
        'event_attributes.arc_append_attachments[0]',
        'asset_attributes.manual',
        'attributes.manual',
      ]);
    }
    const after = (await get(owner.token, `/v2/${pump}/events`, WHOLE)).headers.get('x-total-count');
    expect(after).toBe(before);
  });

  test('cannot attach a file by an attribute that they may not set', async () => {
    const { owner, partner, pump, policy, ofPartner } = await begin();
    const file = await upload(client, partner.token, bytesOf(100, 9));
    const rights = { ...EVERYTHING, asset_attributes_write: ['serial'] };
    await on.patch(owner.token, `/iam/v1/${policy}`, { access_permissions: [{ subjects: [ofPartner], ...rights }] });
    const refused = await on.append(partner.token, pump, attachment(file));
    expectProblem(refused, 403);
    expect(fieldsOf(refused)).toEqual(['asset_attributes.arc_attachments']);
    for (const token of [owner.token, partner.token]) expectProblem(await get(token, pathOf(pump, file)), 404);
  });
});

test("a member cannot attach a colleague's file by its identity and hash, but their own", async () => {
  const it = await on.pair();
  const file = await upload(client, it.owner.token, bytesOf(100, 9));
  await on.passOn(it.owner, 'attributes.kind=pump', EVERYTHING);
  const member = await on.operator(it.owner);
  const refused = await on.append(member.token, it.pump, record('Inspection', { manual: namedAs(file) }));
  expect(refused.status, refused.text).toBe(400);
  await expectNoBlob(member.token, file);
  const own = await upload(client, member.token, bytesOf(100, 10));
  const made = await on.append(member.token, it.pump, record('Inspection', { manual: namedAs(own) }));
  expect(made.status, made.text).toBe(200);
  expect((await get(member.token, pathOf(it.pump, own))).status).toBe(200);
});
