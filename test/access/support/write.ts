import { createHash, randomUUID } from 'node:crypto';
import { compile, type Permission } from '../../../src/access/policy.ts';
import { principalOf, principalsQuery, type Caller, type Principal } from '../../../src/access/principal.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { SEED_BYTES } from '../../../src/formats/content-commitment.ts';
import { ambient, formatMicros, type Micros } from '../../../src/lib/time.ts';
import type { Command } from '../../../src/ledger/append/commands.ts';
import { decide } from '../../../src/ledger/append/decide.ts';
import type { Head } from '../../../src/ledger/records/asset.ts';
import { commitStatements } from '../../../src/ledger/append/commit-statements.ts';
import type { Entry } from '../../../src/ledger/append/event-rows.ts';
import { propose } from '../../../src/ledger/append/proposal.ts';
import { Database, type Statement } from '../../../src/platform/database/database.ts';
import type { LocalD1 } from '../../ledger/support/d1.ts';
import type { Model, ModelAsset, ModelPolicy, ModelPrincipal, ModelSubject } from './model.ts';
import { PAIRS, TENANTS, type World, type WorldAsset, type WorldEvent } from './world.ts';

/** A world in the database: what the model needs, with identities. */
export type Written = Model & { callers: Caller[] };

let worlds = 0;
let assetsWritten = 0;
const START = Date.UTC(2026, 0, 1) * 1000;
const ISSUER = 'appidp';
/** Assets per batch. */
const AT_ONCE = 50;
const AUTHOR = { requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' };

/**
 * A UUID that starts with the world. The rest is a hash, so that the order of UUIDs is stable and not that of `parts`.
 */
function uuidIn(world: number, ...parts: (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex');
  const start = world.toString(16).padStart(8, '0');
  return `${start}-${hash.slice(0, 4)}-4${hash.slice(4, 7)}-8${hash.slice(7, 10)}-${hash.slice(10, 22)}`;
}

export type Row = [sql: string, ...params: unknown[]];

/** Adds a tenant with keys. */
export const tenantRow = (id: string): Row => [
  `INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, tessera_public_key, first_application,
  created_us)
    VALUES (?1, 'Tenant', ?2, ?3, ?4, '', 1)`,
  id,
  `0x${id}`,
  `04${id}`,
  `key of ${id}`,
];

/** Makes an application an administrator. */
export const administratorRow = ({ tenant, id }: ModelPrincipal): Row => [
  `INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
  VALUES (?, '${ISSUER}', ?, '', '', 0)`,
  tenant,
  id,
];

/** Adds an application, as an administrator on request. */
export const applicationRows = (principal: ModelPrincipal): Row[] => [
  [
    `INSERT INTO applications (id, tenant, display_name, custom_claims, secret_hash, secret_from_us,
    secret_until_us, created_us)
      VALUES (?, ?, 'Application', ?, '', 0, 0, 1)`,
    principal.id,
    principal.tenant,
    JSON.stringify(principal.claims),
  ],
  ...(principal.administrator ? [administratorRow(principal)] : []),
];

/** Adds a subject of a tenant with the keys of another. */
export const subjectRow = ({ id, tenant, remote, rightKey }: ModelSubject): Row => [
  `INSERT INTO subjects (id, tenant, display_name, wallet_pub_key, tessera_pub_key, wallet_key, tessera_key,
  wallet_address, created_us)
    VALUES (?1, ?2, 'Subject', json_array(?3), json_array(?4), ?3, ?4, '', 1)`,
  id,
  tenant,
  `04${remote}`,
  rightKey ? `key of ${remote}` : 'another key',
];

/** Adds a policy; the triggers write its derived rows. */
export const policyRow = ({ id, tenant, filters, permissions }: ModelPolicy): Row => [
  `INSERT INTO access_policies (id, tenant, display_name, description, filters, access_permissions, compiled,
  created_us)
    VALUES (?, ?, 'Policy', '', ?, ?, ?, 1)`,
  id,
  tenant,
  JSON.stringify(filters),
  JSON.stringify(permissions),
  JSON.stringify(compile(filters, permissions)),
];

/** Callers of the service. */
export async function readPrincipals(db: Database, callers: Caller[]): Promise<Principal[]> {
  const [rows] = await db.batch([principalsQuery(db, callers)]);
  return callers.map((caller) => principalOf(caller, rows)!);
}

/**
 * The statements with which the ledger's code writes a history, and the asset for the model. `events` are the ids of
 * the creation and of each event.
 */
export function history(
  db: Database,
  principal: Principal,
  ids: { asset: string; events: string[] },
  asset: WorldAsset,
  start: Micros,
): { statements: Statement[]; model: ModelAsset } {
  const common = { author: { ...AUTHOR, caller: principal }, asset: ids.asset, key: undefined, fingerprint: '' };
  const commands: Command[] = [
    {
      ...common,
      event: ids.events[0]!,
      kind: 'create',
      input: {
        behaviours: ['RecordEvidence', 'Attachments'],
        proofMechanism: asset.mechanism ?? 'SIMPLE_HASH',
        public: asset.public,
        chainId: '1',
        attributes: asset.attributes,
      },
    },
    ...asset.events.map((event, i): Command => ({
      ...common,
      event: ids.events[i + 1]!,
      kind: 'append',
      input: {
        declared:
          event.declared === undefined
            ? undefined
            : { us: start + event.declared, text: formatMicros(start + event.declared) },
        principalDeclared: undefined,
        ...said(event),
      },
    })),
  ];
  const statements: Statement[] = [];
  const model: ModelAsset = {
    id: ids.asset,
    written: ++assetsWritten,
    tenant: principal.tenant,
    public: asset.public,
    createdUs: start + asset.at,
    attributes: {},
    events: [],
  };
  let head: Head | undefined;
  for (const part of asset.atOnce ? [commands] : [commands.slice(0, 1), commands.slice(1)]) {
    const before: Head | undefined = head;
    const entries: Entry[] = [];
    for (const command of part) {
      const step = decide(command, principal, head, start + asset.at, ambient.bytes(SEED_BYTES));
      entries.push(step.entry);
      head = step.head;
    }
    if (entries.length === 0) continue;
    const move = { now: start, tag: '', assetQuota: -1, byteQuota: -1 };
    statements.push(...commitStatements(db, [propose(before, head!, entries, [])], undefined, move));
  }
  // The model computes the state of the asset itself.
  let current: Attributes = {};
  commands.forEach((command, i) => {
    const of: WorldEvent =
      command.kind === 'create' ? { says: {}, sets: command.input.attributes } : asset.events[i - 1]!;
    current = { ...current, ...of.sets };
    if (of.attaches !== undefined) {
      const attached = (current['arc_attachments'] ?? []) as { [key: string]: string }[];
      current = { ...current, arc_attachments: [...attached, { arc_display_name: of.attaches }] };
    }
    const acceptedUs = start + asset.at + i;
    model.events.push({
      id: command.event,
      seq: i + 1,
      acceptedUs,
      declaredUs: of.declared === undefined ? acceptedUs : start + of.declared,
      committedUs: acceptedUs,
      eventAttributes: command.kind === 'append' ? command.input.eventAttributes : {},
      assetAttributes: of.sets,
      after: current,
    });
  });
  return { statements, model: { ...model, attributes: current } };
}

const said = ({ says, sets, attaches }: WorldEvent) =>
  attaches === undefined
    ? { operation: 'Record', behaviour: 'RecordEvidence', eventAttributes: says, assetAttributes: sets }
    : {
        operation: 'Attach',
        behaviour: 'Attachments',
        eventAttributes: { ...says, arc_append_attachments: [{ arc_display_name: attaches }] },
        assetAttributes: sets,
      };

/** Writes assets by the authors of their tenants. */
export async function writeAssets(
  db: Database,
  authors: Principal[],
  assets: WorldAsset[],
  number = ++worlds,
): Promise<ModelAsset[]> {
  const written = assets.map((asset, i) => {
    const events = [0, ...asset.events].map((_, j) => uuidIn(number, i, j));
    return history(db, authors[asset.tenant]!, { asset: uuidIn(number, i), events }, asset, START + number * 1_000_000);
  });
  for (let from = 0; from < written.length; from += AT_ONCE)
    await db.batch(written.slice(from, from + AT_ONCE).flatMap(({ statements }) => statements));
  return written.map(({ model }) => model);
}

/** Writes a world into tenants of its own. */
export async function write(d1: LocalD1, db: Database, world: World): Promise<Written> {
  const number = ++worlds;
  const tenants = Array.from({ length: TENANTS }, () => randomUUID());
  const users = [
    ...tenants.map((_, tenant) => ({ tenant, claims: { role: 'a' } as Record<string, string> })),
    ...world.users,
  ];
  const principals = users.map(({ tenant, claims }, i): ModelPrincipal => ({
    id: randomUUID(),
    tenant: tenants[tenant]!,
    administrator: i < TENANTS,
    claims,
  }));
  const subjects = PAIRS.flatMap(([first, second], i): ModelSubject[] => {
    const subject = (of: number, other: number, rightKey = true): ModelSubject => ({
      id: randomUUID(),
      tenant: tenants[of]!,
      remote: tenants[other]!,
      rightKey,
    });
    const [there, back] = [subject(first, second), subject(second, first)];
    switch (world.relations[i]!) {
      case 'mutual':
        return [there, back];
      case 'twice':
        return [there, back, subject(first, second)];
      case 'first':
        return [there];
      case 'second':
        return [back];
      case 'wrong key':
        return [there, subject(second, first, false)];
      case 'none':
        return [];
    }
  });
  const named = (permission: Permission, tenant: number): Permission => ({
    ...permission,
    subjects: permission.subjects.flatMap((name) => {
      if (name === '?') return [`subjects/${randomUUID()}`];
      const other = tenants[Number(name.slice(1))]!;
      const own = name.startsWith('#');
      return subjects
        .filter((s) => (own ? s.tenant === tenants[tenant] && s.remote === other : s.tenant === other))
        .map((s) => `subjects/${s.id}`);
    }),
    user_attributes: permission.user_attributes.map(({ or }) => ({
      or: or.map((text) => text.replace(/#(\d)$/, (_, i: string) => principals[Number(i) % principals.length]!.id)),
    })),
  });
  const policies = world.policies.map(({ tenant, filters, permissions }): ModelPolicy => ({
    id: randomUUID(),
    tenant: tenants[tenant]!,
    filters,
    permissions: permissions.map((permission) => named(permission, tenant)),
  }));
  await d1.rows(
    ...tenants.map(tenantRow),
    ...principals.flatMap(applicationRows),
    ...subjects.map(subjectRow),
    ...policies.map(policyRow),
  );
  const callers = principals.map(({ tenant, id }) => ({ tenant, issuer: ISSUER, subject: id }));
  const authors = await readPrincipals(db, callers.slice(0, TENANTS));
  const assets = await writeAssets(db, authors, world.assets, number);
  return {
    principals,
    subjects,
    policies,
    assets,
    callers,
  };
}
