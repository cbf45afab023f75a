import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, middle, send, type Measured, type Reply, type Target } from './load.ts';
import type { Principal } from '../../src/access/principal.ts';
import { policyOf, seedAssets } from './access.ts';
import { measureAnchoring, type Open } from './anchoring.ts';
import { compareBlobs, scanMany } from './blobs.ts';
import { compareCompliance } from './compliance.ts';
import { drainDevices } from './devices.ts';
import { comparePages } from './pages.ts';
import { profile } from './profile.ts';
import { median, print, verdict, type Bench } from './report.ts';
import { LARGE, seed, SMALL, type Seeded } from './seed.ts';
import { bundle, migrate, OPERATOR_SECRET, start, type Server } from './server.ts';

/**
 * Measures the service against floors of the platform, alternating in one run, so that what else the
 * machine does meets both. `npm run bench -- [--seconds S] [--rounds R] [--json FILE] [--only TEXT]`.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string', default: 'bench.json' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});
const milliseconds = Number(options.seconds) * 1000;
const rounds = Number(options.rounds);
const root = mkdtempSync(join(tmpdir(), 'bench-'));
const script = bundle('wrangler.toml', join(root, 'service'));
const floor = await start(
  'test/bench/floor.toml',
  bundle('test/bench/floor.toml', join(root, 'floor')),
  join(root, 'floor-data'),
);
const service = await start('wrangler.toml', script, join(root, 'data'), options.profile);

type Account = {
  principal: Principal;
  token: string;
  askToken: () => Promise<Reply>;
  /** The same as an application of the tenant. */
  as: (clientId: string, secret: string) => Promise<Account['call']>;
  call: (method: string, path: string, body?: unknown) => Promise<Reply>;
};
const json = (text: string): Record<string, string> => JSON.parse(text) as Record<string, string>;
const FORM = 'application/x-www-form-urlencoded';
const event = {
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', arc_description: 'all is well here' },
  asset_attributes: { state: 'good' },
};

/** A tenant's administrator on a freshly migrated service. */
async function account(of: Server): Promise<Account> {
  await migrate(of.db);
  const operator = { url: of.url, token: OPERATOR_SECRET };
  const made = json((await send(operator, 'POST', '/archivist/operator/v1/tenants', '{"display_name":"Bench"}')).text);
  const [tenant, subject] = [made['tenant_identity']!.slice('tenant/'.length), made['client_id']!];
  const ask = (client_id: string, client_secret: string): Promise<Reply> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    return send({ url: of.url }, 'POST', '/archivist/iam/v1/appidp/token', form, FORM);
  };
  const caller =
    (target: Target): Account['call'] =>
    (method, path, body) =>
      send(target, method, `/archivist${path}`, body === undefined ? undefined : JSON.stringify(body));
  const tokenOf = async (id: string, secret: string): Promise<string> =>
    json((await ask(id, secret)).text)['access_token']!;
  const as = async (id: string, secret: string): Promise<Account['call']> =>
    caller({ url: of.url, token: await tokenOf(id, secret) });
  const token = await tokenOf(subject, made['client_secret']!);
  const askToken = (): Promise<Reply> => ask(subject, made['client_secret']!);
  const wallet = (await of.db.prepare('SELECT wallet_address FROM tenants').first<string>('wallet_address'))!;
  return {
    askToken,
    as,
    principal: {
      tenant,
      issuer: 'appidp',
      subject,
      displayName: 'Administrator',
      email: '',
      administrator: true,
      wallet,
      revision: 1,
      accessRevision: 1,
      shared: false,
    },
    token,
    call: caller({ url: of.url, token }),
  };
}

/** The same reads and appends on a small and on a large history, alternating: what grows with the history shows. */
async function compareSizes(report: Record<string, unknown>[]): Promise<void> {
  const servers = [
    await start('wrangler.toml', script, join(root, 'small')),
    await start('wrangler.toml', script, join(root, 'large')),
  ] as const;
  try {
    const [little, big] = [await account(servers[0]), await account(servers[1])];
    const seeded = [
      await seed(servers[0].db, little.principal, SMALL),
      await seed(servers[1].db, big.principal, LARGE),
    ] as const;
    console.log(
      `seeded ${LARGE.assets} assets with ${LARGE.each} events and one with ${LARGE.big}: ${seeded[1].bytesPerEvent.toFixed(0)} bytes per event at rest`,
    );
    report.push({ name: 'bytes per event at rest', value: seeded[1].bytesPerEvent });
    const operations: [string, (account: Account, of: Seeded) => Promise<Reply>][] = [
      ['get asset', (a, of) => a.call('GET', `/v2/${of.asset}`)],
      ['get event', (a, of) => a.call('GET', `/v2/${of.event}`)],
      ['list 50 events of one', (a, of) => a.call('GET', `/v2/${of.asset}/events?page_size=50`)],
      ['list 50 events of all', (a) => a.call('GET', '/v2/assets/-/events?page_size=50')],
      ['list 50 assets', (a) => a.call('GET', '/v2/assets?page_size=50')],
      ['filter assets', (a) => a.call('GET', '/v2/assets?page_size=50&attributes.lot=seven')],
      ['filter events', (a) => a.call('GET', '/v2/assets/-/events?page_size=50&event_attributes.batch=three')],
      ['at_time', (a, of) => a.call('GET', `/v2/${of.asset}?at_time=${of.atTime}`)],
      ['append', (a, of) => a.call('POST', `/v2/${of.asset}/events`, event)],
    ];
    for (const [name, of] of operations) {
      const [small, large] = [() => of(little, seeded[0]), () => of(big, seeded[1])];
      await measure(small, 300);
      await measure(large, 300);
      const runs: [Measured, Measured][] = [];
      for (let round = 0; round < rounds; round++)
        runs.push([await measure(small, milliseconds), await measure(large, milliseconds)]);
      const ratio = median(runs.map(([s, l]) => l.median / s.median));
      const own = middle(runs.map(([, l]) => l));
      print(`large: ${name}`, own, `large : small ${ratio.toFixed(2)}  ${verdict(ratio <= 1.3, 1.3)}`);
      report.push({ name: `large: ${name}`, ...own, ratio, goal: 1.3 });
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** The list of 50 assets as users with few and many policies, against the administrator's, over many assets. */
async function compareUsers(report: Record<string, unknown>[]): Promise<void> {
  const server = await start('wrangler.toml', script, join(root, 'users'), options.profile);
  try {
    const { call, as, principal } = await account(server);
    await seedAssets(server.db, principal.tenant, principal.wallet);
    const list = '/v2/assets?page_size=50';
    for (const [policies, goal] of [
      [1, 2],
      [50, 4],
    ] as const) {
      const name = `user ${policies}`;
      const made = JSON.parse(
        (await call('POST', '/iam/v1/applications', { display_name: name, custom_claims: { bench: name } })).text,
      ) as { client_id: string; credentials: { secret: string }[] };
      for (let kind = 0; kind < policies; kind++) await call('POST', '/iam/v1/access_policies', policyOf(name, kind));
      const user = await as(made.client_id, made.credentials[0]!.secret);
      const [theirs, all] = [() => user('GET', list), () => call('GET', list)];
      const { assets } = JSON.parse((await theirs()).text) as { assets: unknown[] };
      if (assets.length !== 50) throw new Error(`a user with ${policies} policies lists ${assets.length} assets`);
      await measure(theirs, 300);
      await measure(all, 300);
      const runs: [Measured, Measured][] = [];
      for (let round = 0; round < rounds; round++)
        runs.push([await measure(all, milliseconds), await measure(theirs, milliseconds)]);
      const ratio = median(runs.map(([a, u]) => a.perSecond / u.perSecond));
      const own = middle(runs.map(([, u]) => u));
      print(
        `user: list 50, ${policies} policies`,
        own,
        `administrator : user ${ratio.toFixed(2)}  ${verdict(ratio <= goal, goal)}`,
      );
      if (options.profile)
        console.log(
          (await profile(await server.inspector(), () => measure(theirs, 3000)))
            .map((line) => `    ${line}`)
            .join('\n'),
        );
      report.push({ name: `user: list 50, ${policies} policies`, ...own, ratio, goal });
    }
  } finally {
    await server.close();
  }
}

/** Does something on services of its own, each with a tenant. */
async function onOthers(work: (open: Open) => Promise<void>): Promise<void> {
  const opened: Server[] = [];
  const open: Open = async (name, vars = {}) => {
    const server = await start('wrangler.toml', script, join(root, name), false, vars);
    opened.push(server);
    const { call, principal } = await account(server);
    return { server, call, tenant: principal.tenant, wallet: principal.wallet };
  };
  try {
    await work(open);
  } finally {
    await Promise.all(opened.map((server) => server.close()));
  }
}
try {
  await floor.db.exec('CREATE TABLE floor (id INTEGER PRIMARY KEY, body TEXT)');
  const { call, askToken, token, principal } = await account(service);
  const asset = async (attributes: object, open = false): Promise<string> =>
    json((await call('POST', '/v2/assets', { public: open, attributes })).text)['identity']!;
  const one = await asset({ arc_display_name: 'one' }, true);
  const many: string[] = [];
  for (let i = 0; i < 64; i++) many.push(await asset({ arc_display_name: `many ${i}` }));
  for (let i = 0; i < 60; i++) await call('POST', `/v2/${many[0]}/events`, event);
  const eventId = json((await call('POST', `/v2/${one}/events`, event)).text)['identity']!;
  await Promise.all(
    Array.from({ length: 100 }, () => send({ url: floor.url }, 'POST', '/insert', JSON.stringify(event))),
  );

  type Row = { name: string; floor: string; goal: number; call: (i: number) => Promise<Reply> };
  const floors: Record<string, (i: number) => Promise<Reply>> = {
    hello: () => send({ url: floor.url }, 'GET', '/'),
    read: () => send({ url: floor.url }, 'GET', '/read'),
    list: () => send({ url: floor.url }, 'GET', '/list'),
    insert: () => send({ url: floor.url }, 'POST', '/insert', JSON.stringify(event)),
    sign: () => send({ url: floor.url }, 'POST', '/sign', 'grant_type=client_credentials', FORM),
  };
  const rows: Row[] = [
    { name: 'token', floor: 'sign', goal: 0.6, call: askToken },
    { name: 'get asset', floor: 'read', goal: 0.7, call: () => call('GET', `/v2/${one}`) },
    { name: 'get event', floor: 'read', goal: 0.7, call: () => call('GET', `/v2/${eventId}`) },
    { name: 'list 50 events', floor: 'list', goal: 0.5, call: () => call('GET', `/v2/${many[0]}/events?page_size=50`) },
    { name: 'append, one asset', floor: 'insert', goal: 1.5, call: () => call('POST', `/v2/${one}/events`, event) },
    {
      name: 'append, 64 assets',
      floor: 'insert',
      goal: 0.5,
      call: (i) => call('POST', `/v2/${many[i % 64]}/events`, event),
    },
    {
      name: 'create asset',
      floor: 'insert',
      goal: 0,
      call: (i) => call('POST', '/v2/assets', { attributes: { arc_display_name: `new ${i}` } }),
    },
    {
      name: 'public get',
      floor: 'read',
      goal: 0,
      call: () => send({ url: service.url }, 'GET', `/archivist/public${one}`),
    },
  ];
  const report: Record<string, unknown>[] = [];
  const hello = middle([await measure(floors['hello']!, milliseconds)]);
  print('floor: hello', hello, '');
  for (const row of rows.filter(({ name }) => name.includes(options.only))) {
    await measure(row.call, 500);
    const pairs: [Measured, Measured][] = [];
    for (let round = 0; round < rounds; round++) {
      pairs.push([await measure(floors[row.floor]!, milliseconds), await measure(row.call, milliseconds)]);
    }
    const [base, own] = [middle(pairs.map(([f]) => f)), middle(pairs.map(([, s]) => s))];
    const ratio = median(pairs.map(([f, s]) => s.perSecond / f.perSecond));
    print(
      row.name,
      own,
      `ratio ${ratio.toFixed(2)} to ${row.floor} (${base.perSecond.toFixed(0)}/s)  ${verdict(ratio >= row.goal, row.goal)}`,
    );
    if (options.profile) {
      const lines = await profile(await service.inspector(), () => measure(row.call, 3000));
      console.log(lines.map((line) => `    ${line}`).join('\n'));
    }
    report.push({ name: row.name, floor: row.floor, floorPerSecond: base.perSecond, ...own, ratio, goal: row.goal });
  }

  const bench: Bench = {
    milliseconds,
    rounds,
    report,
    inspected: options.profile,
    inspect: async (load) => {
      if (!options.profile) return;
      const lines = await profile(await service.inspector(), load);
      console.log(lines.map((line) => `    ${line}`).join('\n'));
    },
  };
  if ('blobs'.includes(options.only)) await compareBlobs({ url: service.url, token }, { url: floor.url }, bench);
  if ('scan'.includes(options.only)) await scanMany(service, principal.tenant, bench);
  if ('anchoring'.includes(options.only)) await onOthers((open) => measureAnchoring(open, bench));
  if ('compliance'.includes(options.only)) await compareCompliance(service.db, principal, call, bench);
  if ('devices'.includes(options.only)) await onOthers((open) => drainDevices(open, bench));
  if ('pages'.includes(options.only)) await comparePages(service.url, call, bench);
  if ('users'.includes(options.only)) await compareUsers(report);
  if (!options.only) await compareSizes(report);
  writeFileSync(options.json, `${JSON.stringify({ hello, rows: report }, null, 2)}\n`);
} finally {
  await Promise.all([service.close(), floor.close()]);
  rmSync(root, { recursive: true, force: true });
}
process.exit(0);
