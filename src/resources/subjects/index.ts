import { SELF_SUBJECT } from '../../lib/identifiers.ts';
import type { z } from '@hono/zod-openapi';
import type { TenantScope } from '../../access/scope.ts';
import { subjects as table } from '../../access/tables.ts';
import { invalid } from '../../lib/errors.ts';
import { walletAddress } from '../../formats/ethereum/wallet.ts';
import { collection } from '../../http/collection.ts';
import { subjects } from './group.ts';
import { CreateSubject, PatchSubject, Subject } from './model.ts';

type Row = typeof table.$inferSelect;
type Json = z.infer<typeof Subject>;

/** The subject that represents the caller's own tenancy. */

const present = (row: Row): Json => ({
  identity: `subjects/${row.id}`,
  display_name: row.displayName,
  wallet_pub_key: row.walletPubKey,
  tessera_pub_key: row.tesseraPubKey,
  wallet_address: row.walletPubKey.map(walletAddress),
  confirmation_status: row.confirmed ? 'CONFIRMED' : 'PENDING',
  tenant: row.confirmed ? `tenant/${row.remote}` : '',
});

async function readSelf(scope: TenantScope): Promise<Json> {
  const [rows] = await scope.read(scope.ownTenancy());
  const own = rows[0]!;
  return {
    identity: `subjects/${SELF_SUBJECT}`,
    display_name: 'Self',
    wallet_pub_key: [own.walletPublicKey],
    tessera_pub_key: [own.tesseraPublicKey],
    wallet_address: [own.walletAddress],
    confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED',
    tenant: '',
  };
}

/** The columns of wallet keys. Throws 400 for the key of the caller's own tenancy. */
async function walletColumns(keys: string[], scope: TenantScope) {
  const [rows] = await scope.read(scope.ownTenancy());
  const bad = keys.flatMap((key, i) =>
    key.toLowerCase() === rows[0]!.walletPublicKey
      ? [
          {
            field: `wallet_pub_key[${i}]`,
            description: `is this tenancy's own key; subjects/${SELF_SUBJECT} already represents it`,
          },
        ]
      : [],
  );
  if (bad.length > 0) throw invalid(bad);
  const walletKey = keys[0]!.toLowerCase();
  return { walletPubKey: keys, walletKey, walletAddress: walletAddress(walletKey) };
}

const tesseraColumns = (keys: string[]) => ({ tesseraPubKey: keys, tesseraKey: keys[0]! });

const STATUSES = [200, 400, 401, 403, 429, 500];

export default collection({
  singular: 'Subject',
  noun: { one: 'a subject', many: 'subjects' },
  about:
    'A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed.',
  notes: {
    create: 'The subject is CONFIRMED once the other organization has imported the own tenancy too.',
    delete: 'Records are no longer shared with the organization.',
  },
  plural: 'subjects',
  group: subjects,
  table,
  audience: 'administrators',
  resource: Subject,
  create: CreateSubject,
  patch: PatchSubject,
  filters: { display_name: table.displayName, wallet_address: table.walletAddress },
  cleared: { display_name: undefined, wallet_pub_key: undefined, tessera_pub_key: undefined },
  readOnly: ['identity', 'wallet_address', 'confirmation_status', 'tenant'],
  statuses: { list: STATUSES, create: STATUSES, read: [...STATUSES, 404] },
  values: async (input, { scope }) => ({
    values: {
      displayName: input.display_name,
      ...(await walletColumns(input.wallet_pub_key, scope)),
      ...tesseraColumns(input.tessera_pub_key),
    },
  }),
  changes: async (patch, _before, { scope }) => ({
    ...(patch.display_name === undefined ? {} : { displayName: patch.display_name }),
    ...(patch.wallet_pub_key === undefined ? {} : await walletColumns(patch.wallet_pub_key, scope)),
    ...(patch.tessera_pub_key === undefined ? {} : tesseraColumns(patch.tessera_pub_key)),
  }),
  present: (row) => present(row as Row),
  derives: true,
  fixed: { id: SELF_SUBJECT, name: 'Self', read: readSelf },
});
