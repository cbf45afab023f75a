import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { notAdministrator } from '../../access/errors.ts';
import { applications, members } from '../../access/identity/tables.ts';
import { administers, APPLICATION_ISSUER, renderIssuer } from '../../access/principal.ts';
import { postSigningKey } from '../../features/mail/signing-key.ts';
import { collection } from '../../http/collection.ts';
import { operation } from '../../http/operation.ts';
import { revised } from '../../http/revision.ts';
import { authorKeyChanges, authorKeys as table, NEXT_CHANGE, type AuthorKeyRow } from '../../ledger/authors/tables.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { toHex } from '../../lib/text.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { assert, onFailedCondition, retryUnchanged } from '../../platform/database/conditions.ts';
import { logAuthorKeys } from '../../transparency/sequencer/log-clients.ts';
import { verifiedEnrolment } from './enrolment.ts';
import { signingKeys as group } from './group.ts';
import { RevokeSigningKey, signingKey } from './model.ts';

/** Keys that one caller can enrol, revoked ones included. */
const MOST = 100;
const SALT_BYTES = 16;

const READ = [200, 401, 403, 404, 429];

/** The statement that adds a change of a key to those that the log of the tenancy gets. */
const changeOf = (
  scope: TenantScope,
  { thumbprint, owner: { issuer, subject } }: Pick<AuthorKeyRow, 'thumbprint' | 'owner'>,
  change: 'enrolled' | 'revoked',
  atUs: Micros,
) =>
  scope.insert(authorKeyChanges, {
    number: NEXT_CHANGE as unknown as number,
    thumbprint,
    change,
    atUs,
    issuer,
    subject,
    salt: toHex(ambient.bytes(SALT_BYTES)),
  });

/**
 * The statement by which the owner's revision grows: the ledger commits what they sign only with the revision by which
 * the key was read.
 */
function ownerChanged(scope: TenantScope, { issuer, subject }: AuthorKeyRow) {
  const next = { revision: sql`revision + 1` as unknown as number };
  return issuer === APPLICATION_ISSUER
    ? scope.update(applications, eq(applications.id, subject), next)
    : scope.update(members, and(eq(members.issuer, issuer), eq(members.subject, subject))!, next);
}

const isOwn = ({ caller }: TenantScope, { issuer, subject }: Pick<AuthorKeyRow, 'issuer' | 'subject'>): boolean =>
  caller.issuer === issuer && caller.subject === subject;

const ofOwner = ({ tenant, caller }: TenantScope): SQL =>
  sql`${table.tenant} = ${tenant} AND ${table.issuer} = ${caller.issuer} AND ${table.subject} = ${caller.subject}`;

export default [
  ...collection({
    fields: signingKey,
    noun: { one: 'a signing key', many: 'signing keys' },
    about:
      'With a signing key, a member or an application signs the events that they record, so that others need not ' +
      'trust the operator for who the author is. Only its owner has the private key.',
    notes: {
      create:
        'Enrols a key of the caller: the log of the tenancy gets an entry with its thumbprint. A key can be enrolled ' +
        `once in a tenancy, otherwise the response is 409; a caller can enrol ${MOST} keys, then it is 402. A member ` +
        'gets a mail about it.',
    },
    plural: 'signing_keys',
    group,
    audience: 'members',
    creators: 'members',
    permanent: true,
    statuses: { list: [200, 401, 403, 429], create: [200, 401, 402, 403, 409, 429], read: READ },
    values: async ({ enrolment }, { scope, config }) => {
      const { issuer, subject } = scope.caller;
      const { displayName, email } = await scope.principal();
      const owner = { issuer: renderIssuer(issuer, config.issuer), subject, display_name: displayName, email };
      return {
        values: {
          issuer,
          subject,
          owner,
          enrolment,
          ...(await verifiedEnrolment(enrolment, config.baseUrl, {
            issuer: owner.issuer,
            subject,
            tenant_identity: `tenant/${scope.tenant}`,
          })),
          revokedUs: null,
          revokedReason: '',
        },
      };
    },
    onCreate: (row, scope) => ({
      conditions: scope.conditions((db) => [
        assert(db, 'quota', sql`(SELECT count(*) FROM ${table} WHERE ${ofOwner(scope)}) < ${MOST}`),
        assert(
          db,
          'signing_key',
          sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.tenant} = ${scope.tenant}
            AND ${table.thumbprint} = ${row.thumbprint})`,
        ),
      ]),
      statements: [changeOf(scope, row, 'enrolled', row.createdUs)],
      refused: {
        quota: new ServiceError('quota', `a caller can have at most ${MOST} signing keys, revoked ones included`),
        signing_key: new ServiceError('conflict', 'enrolment: this key was enrolled before; make a new one'),
      },
    }),
    created: async (row, env) => {
      await postSigningKey(env, row.id);
      await logAuthorKeys(env, row.tenant);
    },
  }),
  operation(
    {
      id: 'revokeSigningKey',
      group,
      method: 'post',
      path: `${group.path}/{uuid}:revoke`,
      summary: 'Revoke a signing key',
      description:
        'For the owner of the key and for administrators. Statements that it has signed are refused from then on; ' +
        'events that were recorded before keep theirs. The log of the tenancy gets an entry. A key that is revoked ' +
        'stays as it is.',
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      statuses: READ,
      body: RevokeSigningKey,
      response: signingKey.response,
    },
    async ({ scope, env, params, body }) => {
      const revoked = await retryUnchanged(async () => {
        const [[before]] = await scope.read(scope.rows(table, eq(table.id, params['uuid']!)));
        if (!before) throw notFound(`signing_keys/${params['uuid']!}`);
        const { administrator } = await scope.principal();
        if (!isOwn(scope, before) && !administrator) throw notAdministrator();
        if (before.revokedUs !== null) return before;
        const changes = { revokedUs: nowMicros(), revokedReason: body.reason };
        const { condition, statement } = revised(scope, table, before, changes);
        await scope
          .write({
            operation: 'revokeSigningKey',
            resource: `signing_keys/${before.id}`,
            before: signingKey.json(before),
            after: signingKey.json({ ...before, ...changes }),
            conditions: [
              condition,
              ...(isOwn(scope, before)
                ? []
                : scope.conditions((db) => [assert(db, 'administrator', administers(scope.caller))])),
            ],
            statements: [statement, changeOf(scope, before, 'revoked', changes.revokedUs), ownerChanged(scope, before)],
          })
          .catch((error: unknown) => onFailedCondition(error, { administrator: notAdministrator() }));
        return { ...before, ...changes };
      });
      await logAuthorKeys(env, revoked.tenant);
      return { json: signingKey.json(revoked) };
    },
  ),
];
