import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, listedAs, namedAs, upload, type Uploaded } from '../support/blobs.ts';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { ANCHORING, type Service, sharedService } from '../support/service.ts';
import { sampled } from '../support/size.ts';
import { idOf } from '../support/sharing.ts';
import { openTenancy, violationsOf, walk, type Tenancy } from '../support/tenancy.ts';

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const ATTACH = { operation: 'Attach', behaviour: 'Attachments' };
const BAD = /^SCANNED_BAD$/;

let service: Service;
let client: Client;
let owner: Tenancy;
let stranger: Tenancy;
/** Files of the owner, and one of the stranger. */
let file: Uploaded;
let other: Uploaded;
let foreign: Uploaded;
const CONTENT = bytesOf(1000, 1);

beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Owner');
  stranger = await openTenancy(service, client, 'Stranger');
  file = await upload(client, owner.token, CONTENT, { name: 'as it was sent.bin' });
  other = await upload(client, owner.token, bytesOf(1000, 2));
  foreign = await upload(client, stranger.token, CONTENT);
});

const anonymously = (path: string, options: Options = {}): Promise<Answer> =>
  client.call(undefined, 'GET', path, options);
const newAsset = (attributes: object = {}, open = false): Promise<string> => owner.asset(attributes, { public: open });
const eventOf = async (asset: string, body: object): Promise<string> => {
  const answer = await owner.append(asset, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.identity;
};
/** The path of an attachment of a record: with a token, and the public ones. */
const privately = (of: string, { identity }: Pick<Uploaded, 'identity'> = file): string =>
  `/v2/attachments/${of}/${idOf(identity)}`;
const publicly = (of: string, { identity }: Pick<Uploaded, 'identity'> = file): string[] => [
  `/v2/attachments/public${of}/${idOf(identity)}`,
  `/v2/attachments/${of.replace('assets/', '')}/${idOf(identity)}`,
];

/** Expects that exactly the permitted callers can download the file as an attachment of the record. */
async function expectReached(of: string, open: boolean): Promise<void> {
  const known = await owner.done('GET', `/v1/${file.identity}/info`);
  const [content, info] = [await owner.get(privately(of)), await owner.get(`${privately(of)}/info`)];
  expect(content.status, content.text).toBe(200);
  expect(content.bytes!.equals(CONTENT)).toBe(true);
  expect(content.headers.get('cache-control')).toBe('private, no-cache');
  expect(info.body).toEqual(known);
  expectProblem(await anonymously(privately(of)), 401);
  expectProblem(await anonymously(`${privately(of)}/info`), 401);
  expectProblem(await stranger.get(privately(of)), 404);
  expectProblem(await stranger.get(`${privately(of)}/info`), 404);
  for (const path of publicly(of)) {
    const [theirs, told] = [await anonymously(path), await anonymously(`${path}/info`)];
    if (open) {
      expect([theirs.status, told.status]).toEqual([200, 200]);
      expect(theirs.bytes!.equals(CONTENT)).toBe(true);
      expect(theirs.headers.get('cache-control')).toBe(`public, max-age=${ANCHORING.PUBLIC_MAX_AGE}`);
      expect(theirs.headers.get('access-control-allow-origin')).toBe('*');
      expect(told.body).toEqual({ ...known, issuer: '', subject: '' });
    } else {
      expectProblem(theirs, 404);
      expectProblem(told, 404);
    }
  }
}

async function expectNone(of: string, blob: Pick<Uploaded, 'identity'> = file): Promise<void> {
  for (const path of [privately(of, blob), ...publicly(of, blob)])
    for (const each of [path, `${path}/info`]) expectProblem(await owner.get(each), 404);
}

describe.each([
  ['a private asset', false],
  ['a public asset', true],
])('of %s', (_name, open) => {
  test.each(
    sampled<[string, () => object]>(
      [
        ['arc_attachments', () => ({ arc_attachments: [listedAs(other), listedAs(file)] })],
        ['a named attribute', () => ({ 'the manual': namedAs(file) })],
        ['both', () => ({ arc_attachments: [listedAs(file)], manual: namedAs(file), picture: namedAs(other) })],
      ],
      2,
      Number(open),
    ),
  )(
    'a file in %s is attached to the asset that it was created with, and to its first event',
    async (_n, attributes) => {
      const asset = await newAsset(attributes(), open);
      await expectReached(asset, open);
      const [event] = await walk(owner, `/v2/${asset}/events`);
      await expectReached(event.identity, open);
    },
  );

  test.each(
    sampled<[string, () => object]>(
      [
        ['arc_attachments', () => ({ event_attributes: { arc_attachments: [listedAs(file)] } })],
        ['a named attribute', () => ({ event_attributes: { manual: namedAs(file) } })],
        [
          'a Record with arc_append_attachments',
          () => ({ event_attributes: { arc_append_attachments: [listedAs(file)] } }),
        ],
      ],
      2,
      Number(open),
    ),
  )('a file in %s of an event is attached to the event, not to the asset', async (_n, body) => {
    const asset = await newAsset({}, open);
    await expectReached(await eventOf(asset, body()), open);
    await expectNone(asset);
  });

  test.each(
    sampled<[string, () => object]>(
      [
        ['arc_attachments', () => ({ asset_attributes: { arc_attachments: [listedAs(file)] } })],
        ['a named attribute', () => ({ asset_attributes: { manual: namedAs(file) } })],
        ['an Attach event', () => ({ ...ATTACH, event_attributes: { arc_append_attachments: [listedAs(file)] } })],
      ],
      2,
      Number(open),
    ),
  )('a file that %s gives to the asset is attached to both', async (_n, body) => {
    const asset = await newAsset({}, open);
    const event = await eventOf(asset, body());
    await expectReached(event, open);
    await expectReached(asset, open);
  });

  test('a replaced file is no longer attached to the asset, but stays attached to the event', async () => {
    const asset = await newAsset({ arc_attachments: [listedAs(file)] }, open);
    const [created] = await walk(owner, `/v2/${asset}/events`);
    const named = await eventOf(asset, { asset_attributes: { manual: namedAs(file) } });
    await eventOf(asset, { asset_attributes: { arc_attachments: [] } });
    await expectReached(asset, open);
    await eventOf(asset, { asset_attributes: { manual: namedAs(other) } });
    await expectNone(asset);
    await expectReached(created.identity, open);
    await expectReached(named, open);
  });

  test('other blobs, records and spellings are 404', async () => {
    const asset = await newAsset({ arc_attachments: [listedAs(file)] }, open);
    const event = await eventOf(asset, { event_attributes: { manual: namedAs(other) } });
    const elsewhere = await newAsset({}, open);
    for (const blob of [foreign, { identity: `blobs/${UNKNOWN}` }]) {
      await expectNone(asset, blob);
      await expectNone(event, blob);
    }
    await expectNone(asset, other);
    await expectNone(event);
    await expectNone(elsewhere);
    await expectNone(`assets/${UNKNOWN}`);
    await expectNone(`${asset}/events/${UNKNOWN}`);
    await expectNone(`${elsewhere}/events/${idOf(event)}`, other);
    for (const path of [privately(asset), ...(open ? publicly(asset) : [])]) {
      const shouted = path.replace(idOf(file.identity), idOf(file.identity).toUpperCase());
      expect((await owner.get(shouted)).status).toBe(200);
    }
  });

  test('attributes in another form than an attachment make none', async () => {
    const asset = await newAsset(
      {
        arc_attachment: [listedAs(file)],
        files: [listedAs(file)],
        arc_primary_image: { ...namedAs(file), arc_attribute_type: 'arc_image' },
        manual: { ...namedAs(file), arc_attribute_type: 'ARC_ATTACHMENT' },
        text: file.identity,
        unchecked: [{ arc_attachment_identity: 'blobs/nothing' }],
      },
      open,
    );
    await expectNone(asset);
  });
});

test('malformed UUIDs are 400 and named; a request without a token is 401 before that', async () => {
  const [bad, good] = ['no-uuid', UNKNOWN];
  for (const [path, fields] of [
    [`/${bad}/${good}`, ['asset_uuid']],
    [`/${good}/${bad}`, ['uuid']],
    [`/${bad}/events/${bad}/${bad}`, ['asset_uuid', 'event_uuid', 'uuid']],
    [`/${good}/events/-/${good}`, ['event_uuid']],
    [`/-/${good}`, ['asset_uuid']],
  ] as const)
    for (const each of [path, `${path}/info`]) {
      const answer = await owner.get(`/v2/attachments/assets${each}`);
      expectProblem(answer, 400);
      expect(fieldsOf(answer)).toEqual(fields);
      expectProblem(await anonymously(`/v2/attachments/assets${each}`), 401);
      for (const under of ['/v2/attachments/publicassets', '/v2/attachments']) {
        const open = await anonymously(`${under}${each}`);
        expectProblem(open, 400);
        expect(fieldsOf(open)).toEqual(fields);
      }
    }
});

test("the file name is the attachment's, or the uploader's where it has none", async () => {
  const nameOf = async (attributes: object): Promise<string> => {
    const asset = await newAsset(attributes, true);
    const names = await Promise.all(
      [privately(asset), ...publicly(asset)].map(async (path) =>
        (await owner.get(path)).headers.get('content-disposition'),
      ),
    );
    expect(new Set(names).size).toBe(1);
    return names[0]!;
  };
  const display = { arc_display_name: 'Picture 1' };
  const both = { ...display, arc_file_name: 'pump.png' };
  expect(await nameOf({ arc_attachments: [listedAs(file)] })).toBe('attachment; filename="as it was sent.bin"');
  expect(await nameOf({ arc_attachments: [listedAs(file, display)] })).toBe('attachment; filename="Picture 1"');
  expect(await nameOf({ manual: namedAs(file, both) })).toBe('attachment; filename=pump.png');
  const evil = '../../etc/x"\r\nset-cookie: a=b; \u202egpj.exe';
  const made = await nameOf({ manual: namedAs(file, { arc_file_name: evil }) });
  expect(made).toMatch(/^attachment; filename=/);
  expect(made).not.toMatch(/[\r\n/\\\u202e]|%E2%80%AE|%0[AD]|%2F/i);
});

test('ranges and conditional requests work as for any file', async () => {
  const asset = await newAsset({ manual: namedAs(file) }, true);
  const etag = `"${file.hash.value}"`;
  for (const path of [privately(asset), ...publicly(asset)]) {
    const ask = (headers: Record<string, string>, method = 'GET'): Promise<Answer> =>
      client.call(path === privately(asset) ? owner.token : undefined, method, path, { headers });
    const part = await ask({ range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
    expect(part.bytes!.equals(CONTENT.subarray(10, 20))).toBe(true);
    expect((await ask({ range: 'bytes=-5', 'if-range': etag })).bytes!.equals(CONTENT.subarray(995))).toBe(true);
    expect((await ask({ range: 'bytes=10-19', 'if-range': '"another"' })).status).toBe(200);
    expectProblem(await ask({ range: 'bytes=1000-' }), 416);
    const same = await ask({ 'if-none-match': `W/${etag}, "x"` });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '1000']);
  }
});

describe('scanned', () => {
  let asset: string;
  let event: string;
  let suspect: Uploaded;
  beforeAll(async () => {
    suspect = await upload(client, owner.token, bytesOf(100, 3));
    asset = await newAsset({ manual: namedAs(suspect) }, true);
    event = await eventOf(asset, { event_attributes: { arc_attachments: [listedAs(suspect)] } });
  });
  const found = (status: string, reason = ''): Promise<unknown> =>
    service.db
      .prepare(
        'UPDATE blobs SET scanned_status = ?, scanned_bad_reason = ?, scanned_us = 1767225600000000 WHERE id = ?',
      )
      .bind(status, reason, idOf(suspect.identity))
      .run();
  /** The status of the download for each query, with a token and anonymously. */
  const statuses = async (query: string): Promise<number[][]> => {
    const ask = async (token: string | undefined, path: string): Promise<number> =>
      (await client.call(token, 'GET', path, { query })).status;
    const records = [asset, event];
    const own = records.map((of) => ask(owner.token, privately(of, suspect)));
    const open = records.flatMap((of) => publicly(of, suspect).map((path) => ask(undefined, path)));
    return Promise.all([Promise.all(own), Promise.all(open)]);
  };
  const all = (own: number, open: number): number[][] => [Array(2).fill(own), Array(4).fill(open)];

  test.each<[string, Record<string, number[][]>]>([
    ['NOT_SCANNED', { '': all(200, 200), 'strict=true': all(400, 400), 'allow_insecure=true': all(200, 200) }],
    ['SCANNED_OK', { '': all(200, 200), 'strict=true': all(200, 200), 'allow_insecure=true': all(200, 200) }],
    [
      'SCANNED_BAD',
      {
        '': all(400, 400),
        'strict=true': all(400, 400),
        'strict=false&allow_insecure=false': all(400, 400),
        'allow_insecure=true': all(200, 400),
        'allow_insecure=true&strict=true': all(400, 400),
      },
    ],
  ])('%s: what is given out, and to whom', async (status, expected) => {
    await found(status, BAD.test(status) ? 'Test.Reason' : '');
    for (const [query, answers] of Object.entries(expected)) expect(await statuses(query), query).toEqual(answers);
    for (const path of [privately(asset, suspect), ...publicly(event, suspect)]) {
      const { body } = await owner.get(`${path}/info`);
      expect([body.scanned_status, body.scanned_bad_reason]).toEqual([status, BAD.test(status) ? 'Test.Reason' : '']);
    }
  });

  test('a file with a bad scan result is not served at any other address', async () => {
    await found('SCANNED_BAD', 'Test.Reason');
    for (const path of [privately(asset, suspect), ...publicly(asset, suspect)])
      for (const [method, headers] of [
        ['HEAD', {}],
        ['GET', { range: 'bytes=0-1' }],
        ['GET', { 'if-none-match': '*' }],
      ] as const)
        expect((await owner.call(method, path, { headers })).status).toBe(400);
    const refused = await owner.get(privately(asset, suspect));
    expect(violationsOf(refused)['allow_insecure']).toContain('Test.Reason');
    expect((await owner.get(privately(asset, suspect), 'allow_insecure=yes')).status).toBe(400);
  });
});
