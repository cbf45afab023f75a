import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { differencesFrom } from '../../formats/statement/commitments.ts';
import {
  decodeStatement,
  encodePayload,
  encodeStatement,
  verifyStatement,
  type AuthorStatement as Statement,
} from '../../formats/statement/statement.ts';
import { authorKeys } from '../../ledger/authors/tables.ts';
import type { EventInput, SignedStatement } from '../../ledger/append/commands.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/sha256.ts';
import { fromBase64, fromCanonicalBase64, toBase64, toBase64Url, toHex } from '../../lib/text.ts';
import type { AuthorStatement } from './requests.ts';

/**
 * The statement of a request, and the key that has signed it. Throws 400 that names what differs from the event, and
 * 403 for a key that is not one of the caller's. Whether the key is revoked is decided with the event, because the
 * event of an earlier request may be stored already.
 */
export async function signedStatementOf(
  scope: TenantScope,
  asset: string,
  input: EventInput,
  given: z.infer<typeof AuthorStatement>,
): Promise<SignedStatement> {
  const statement = parsed(given);
  const seed = fromBase64(given.seed)!;
  requireSame(statement, asset, input, seed);
  const thumbprint = toBase64Url(statement.key);
  const [[key]] = await scope.read(scope.rows(authorKeys, eq(authorKeys.thumbprint, thumbprint)));
  const { issuer, subject } = scope.caller;
  if (key?.issuer !== issuer || key.subject !== subject)
    throw new ServiceError(
      'forbidden',
      `author_statement.signature: ${thumbprint} is not a key of the caller; enrol it with POST /v1/signing_keys`,
    );
  if (!(await verifyStatement(statement, key.publicJwk)))
    throw invalid([{ field: 'author_statement.signature', description: 'is not valid for the payload' }]);
  const { revision } = await scope.principal();
  return {
    attached: toBase64(encodeStatement(statement, 'attached')),
    seed: toHex(seed),
    thumbprint,
    payloadHash: toHex(sha256(encodePayload(statement.payload))),
    isRevoked: key.revokedUs !== null,
    revision,
  };
}

function parsed({ signature, payload }: z.infer<typeof AuthorStatement>): Statement {
  try {
    return decodeStatement(fromCanonicalBase64(signature)!, fromCanonicalBase64(payload)!);
  } catch (error) {
    if (error instanceof RangeError) throw invalid([{ field: 'author_statement', description: error.message }]);
    throw error;
  }
}

function requireSame({ payload }: Statement, asset: string, input: EventInput, seed: Uint8Array): void {
  if (!input.declared)
    throw invalid([{ field: 'timestamp_declared', description: 'must be given with author_statement' }]);
  const event = {
    asset_identity: `assets/${asset}`,
    operation: input.operation,
    behaviour: input.behaviour,
    timestamp_declared: input.declared.text,
    event_attributes: input.eventAttributes,
    asset_attributes: input.assetAttributes,
    principal_declared: input.principalDeclared,
  };
  const found = differencesFrom(payload, event, seed);
  if (found.length > 0) throw invalid(found);
}
