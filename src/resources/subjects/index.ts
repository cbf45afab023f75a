import { SELF_SUBJECT } from '../../lib/identifiers.ts';
import type { z } from '@hono/zod-openapi';
import type { TenantScope } from '../../access/scope.ts';
import { invalid } from '../../lib/errors.ts';
import { walletAddress } from '../../formats/ethereum/wallet.ts';
import { collection } from '../../http/collection.ts';
import { subjects } from './group.ts';
import { subject } from './model.ts';

/** The subject that represents the caller's own tenancy. */
async function readSelf(scope: TenantScope): Promise<z.infer<typeof subject.response>> {
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

/** What the service derives from wallet keys. Throws 400 for the key of the caller's own tenancy. */
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
  return { walletKey, walletAddress: walletAddress(walletKey) };
}

const STATUSES = [200, 400, 401, 403, 429, 500];

export default collection({
  fields: subject,
  noun: { one: 'a subject', many: 'subjects' },
  about:
    'A subject is another organization, imported with its public keys, with which records can be shared. ' +
    '`subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed.',
  notes: {
    create: 'The subject is CONFIRMED once the other organization has imported the own tenancy too.',
    delete: 'Records are no longer shared with the organization.',
  },
  plural: 'subjects',
  group: subjects,
  audience: 'administrators',
  statuses: { list: STATUSES, create: STATUSES, read: [...STATUSES, 404] },
  values: async ({ wallet_pub_key, tessera_pub_key }, { scope }) => ({
    values: { ...(await walletColumns(wallet_pub_key, scope)), tesseraKey: tessera_pub_key[0]! },
  }),
  changes: async ({ wallet_pub_key, tessera_pub_key }, _after, { scope }) => ({
    ...(wallet_pub_key && (await walletColumns(wallet_pub_key, scope))),
    ...(tessera_pub_key && { tesseraKey: tessera_pub_key[0]! }),
  }),
  derives: true,
  fixed: { id: SELF_SUBJECT, name: 'Self', read: readSelf },
});
