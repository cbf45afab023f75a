import { principalKey } from '../../platform/database/idempotency.ts';
import { notFound, invalid } from '../../lib/errors.ts';
import { renderIssuer } from '../../access/principal.ts';
import type { Principal } from '../../access/principal.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { GENESIS_HASH } from '../../formats/chain-hash.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import { fromCanonicalBase64 } from '../../lib/text.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';
import { apply, changesOf } from '../../formats/records/asset-state.ts';
import type { Command, EventInput } from './commands.ts';
import { erasureAttributes } from '../erasure/erasure.ts';
import { chainHash, chosenMechanism, type EventRecord } from '../records/event.ts';
import { ERASE } from '../records/operations.ts';
import { assetOf, type AssetRow } from '../records/rows.ts';
import type { Head } from '../records/asset.ts';
import type { Entry, IdempotencyRow } from './event-rows.ts';

/** Maximum length of an asset's attributes as JSON, in characters: D1 limits a row to 2 MB. */
const ASSET_ATTRIBUTES_LIMIT = 500_000;

/**
 * The next event, and the head after it. Pure: `seed` are 32 random bytes, which the chain hash derives its salts from.
 * Throws 400 if all attributes of the asset together exceed the limit.
 */
export function decide(
  command: Command,
  principal: Principal,
  head: Head | undefined,
  now: Micros,
  seed: Uint8Array,
): { entry: Entry; head: Head } {
  const base = head ?? newHead(command, principal);
  const content = contentOf(command);
  const unhashed = unhashedEvent(command, content, principal, base, Math.max(now, base.headUs + 1));
  const changes = changesOf(base, unhashed);
  const state = apply(base, unhashed);
  // Before the hash, so that a refusal costs little.
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged && lengthAfter(base.attributes, changes, state.attributes) >= ASSET_ATTRIBUTES_LIMIT) {
    const limit = `must have at most ${ASSET_ATTRIBUTES_LIMIT} characters as JSON`;
    throw invalid([{ field: 'asset_attributes', description: `all attributes of the asset together ${limit}` }]);
  }
  const signed = command.kind === 'append' ? command.statement : undefined;
  const statement = signed && fromCanonicalBase64(signed.attached)!;
  const event: EventRecord = { ...unhashed, hash: chainHash({ ...unhashed, seed, statement }, base.headHash) };
  const next: Head = {
    ...base,
    ...state,
    createdUs: base.seq === 0 ? event.acceptedUs : base.createdUs,
    seq: event.seq,
    headUs: event.acceptedUs,
    headHash: event.hash,
  };
  const declaredUs = content.declared?.us ?? event.acceptedUs;
  const entry = { event, seed, declaredUs, changes, idempotency: idempotencyRow(command, now) };
  return { head: next, entry: statement ? { ...entry, statement, statementSeed: signed.seed } : entry };
}

function unhashedEvent(
  command: Command,
  content: EventInput,
  principal: Principal,
  { seq, tenant, public: isPublic, proofMechanism }: Head,
  acceptedUs: Micros,
): Omit<EventRecord, 'hash'> {
  const { operation, behaviour, eventAttributes, assetAttributes } = content;
  const who: PrincipalInfo = {
    issuer: renderIssuer(principal.issuer, command.author.applicationIssuer),
    subject: principal.subject,
    display_name: principal.displayName,
    email: principal.email,
  };
  return {
    asset: command.asset,
    seq: seq + 1,
    id: command.event,
    tenant,
    public: isPublic,
    proofMechanism,
    operation,
    behaviour,
    eventAttributes,
    assetAttributes,
    declared: content.declared?.text ?? formatMicros(acceptedUs),
    acceptedUs,
    committedUs: null,
    principalDeclared: content.principalDeclared ?? who,
    principalAccepted: who,
    confirmation: 'PENDING',
    transactionId: '',
    blockNumber: 0,
    transactionIndex: 0,
    from: principal.wallet,
  };
}

function idempotencyRow(
  { author: { caller }, key, fingerprint, asset, event }: Command,
  createdUs: Micros,
): IdempotencyRow | undefined {
  if (key === undefined) return undefined;
  return { tenant: caller.tenant, principal: principalKey(caller), key, fingerprint, asset, event, createdUs };
}

/** What the event of a command says. */
function contentOf(command: Command): EventInput {
  if (command.kind === 'append') return command.input;
  const undeclared = { declared: undefined, principalDeclared: undefined };
  if (command.kind === 'create')
    return {
      operation: 'NewAsset',
      behaviour: 'AssetCreator',
      eventAttributes: {},
      assetAttributes: command.input.attributes,
      ...undeclared,
    };
  const { event, reason, recorded } = command.input;
  const eventAttributes = erasureAttributes(command.asset, event, reason);
  return { ...ERASE, eventAttributes, assetAttributes: {}, ...undeclared, principalDeclared: recorded };
}

/** One less than the length of attributes as JSON, so that lengths add up: each attribute has one comma or brace. */
const LENGTHS = new WeakMap<Attributes, number>();

/** The length of `after`, which is `before` with these changes. Does not read the attributes that stay. */
function lengthAfter(before: Attributes, changes: Attributes, after: Attributes): number {
  const replaced = Object.keys(changes).flatMap((name) => (Object.hasOwn(before, name) ? [[name, before[name]!]] : []));
  const length = lengthOf(before) - lengthOf(Object.fromEntries(replaced)) + lengthOf(changes);
  LENGTHS.set(after, length);
  return length;
}

/** The length of attributes as JSON less one, known for those that `decide` returns. */
export function lengthOf(attributes: Attributes): number {
  const known = LENGTHS.get(attributes);
  if (known !== undefined) return known;
  const length = Object.keys(attributes).length === 0 ? 0 : JSON.stringify(attributes).length - 1;
  LENGTHS.set(attributes, length);
  return length;
}

/** The head of an asset before its first event. */
function newHead(command: Command, principal: Principal): Head {
  if (command.kind !== 'create') throw notFound(`assets/${command.asset}`);
  const { attributes: _set, ...input } = command.input;
  return {
    ...input,
    proofMechanism: chosenMechanism(input.proofMechanism, principal.defaultMechanism),
    id: command.asset,
    tenant: principal.tenant,
    attributes: {},
    tracked: true,
    confirmation: 'PENDING',
    owner: principal.wallet,
    createdUs: 0,
    seq: 0,
    headUs: 0,
    headHash: GENESIS_HASH,
    initialBehaviours: input.behaviours,
  };
}

/** The head that D1 has. */
export const headOf = (row: AssetRow): Head => ({
  ...assetOf(row),
  initialBehaviours: JSON.parse(row.initialBehaviours) as string[],
});
