import { beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, sharedService, type Service } from '../support/service.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

const UNKNOWN = 'b1946ac9-2ef1-4f2a-9c0f-6d9a1b1c2d3e';

async function assetOf(isPublic: boolean): Promise<string> {
  const { token } = await newTenant(service, 'Harbour Works');
  const body = { public: isPublic, behaviours: [], attributes: { arc_display_name: 'Crane 7' } };
  const made = await client.call(token, 'POST', '/v2/assets', { body });
  return (made.body as { identity: string }).identity.replace(/^\w+\//, '');
}

/** What a stranger gets, without what differs between any two requests. */
async function opened(uuid: string, accept: string) {
  const response = await fetch(`${service.at}/a/${uuid}`, { headers: { accept }, redirect: 'manual' });
  const headers = [...response.headers].filter(([name]) => !['date', 'etag', 'x-request-id'].includes(name));
  return { status: response.status, headers, body: (await response.text()).replaceAll(uuid, 'UUID') };
}

it('the label of a public asset shows its public page', async () => {
  const uuid = await assetOf(true);
  const page = await opened(uuid, 'text/html');
  expect(page.status).toBe(200);
  expect(page.body).toContain('Crane 7');
  expect(JSON.parse((await opened(uuid, 'application/json')).body)).toEqual({
    address: 'https://evidence.example/a/UUID',
    public: true,
    publicurl: 'https://evidence.example/archivist/publicassets/UUID',
  });
});

it.each(['text/html', 'application/json'])(
  'the label of a private asset is that of an asset that does not exist, as %s',
  async (accept) => {
    const [known, unknown] = [await opened(await assetOf(false), accept), await opened(UNKNOWN, accept)];
    expect(known).toEqual(unknown);
    expect(known.status).toBe(200);
    expect(known.body).not.toContain('Crane 7');
  },
);

it('a GS1 address has the response of the short one, whatever its numbers are', async () => {
  const GS1 = '/01/09506000134352/21/BX-40.17';
  const at = async (path: string) => {
    const response = await fetch(`${service.at}/a/${path}`, { headers: { accept: 'text/html' } });
    return { status: response.status, body: await response.text() };
  };
  for (const uuid of [await assetOf(true), await assetOf(false), UNKNOWN]) {
    const { status, body } = await opened(uuid, 'text/html');
    expect(await at(`${uuid}${GS1}`)).toEqual({ status, body: body.replaceAll('UUID', uuid) });
  }
  for (const [path, name] of [
    ['/01/09506000134353/21/17', 'gtin'],
    ['/01/9506000134352/21/17', 'gtin'],
    [`/01/09506000134352/21/${'x'.repeat(21)}`, 'serial'],
  ])
    expect(await at(`${UNKNOWN}${path}`)).toMatchObject({ status: 400, body: expect.stringContaining(name!) });
});

it('the page of a label leads members to the asset', async () => {
  const { body } = await opened(UNKNOWN, 'text/html');
  expect(body).toContain('<a href="/field/#/assets/UUID">Sign in to see it</a>');
});

it('a label with something that is no UUID is refused', async () => {
  expect((await opened('x'.repeat(36), 'application/json')).status).toBe(400);
});
