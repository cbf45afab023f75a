import { sha256 } from '../../lib/sha256.ts';
import { toBase64Url, toHex } from '../../lib/text.ts';
import type { Attributes, AttributeValue } from '../records/attributes.ts';
import { HOME_LOCATION } from '../records/attribute-labels.ts';
import {
  signedContent,
  statementDifferences,
  type Difference,
  type SignedContent,
  type StatementSecrets,
} from '../statement/commitments.ts';
import { signedEventId } from '../statement/event-id.ts';
import { encodePayload, type AuthorStatement, type StatementStructure } from '../statement/statement.ts';
import { APPENDED, fileKeyOf, LISTS, UNAVAILABLE } from './imported.ts';

/**
 * The statement of an author in another deployment, for the event that an import has made of the one that they signed.
 * docs/export.md says what an import changes.
 */

/** An event that an import may have made. */
export type ImportedEvent = Omit<StatementStructure, 'asset_identity'> & SignedContent;

/** The identity of the event that a statement is of, in the deployment where it was signed. */
export const originalIdentity = ({ key, payload }: AuthorStatement): string =>
  `${payload.asset_identity}/events/${signedEventId(toBase64Url(key), toHex(sha256(encodePayload(payload))))}`;

const MARKER = /^imported_event(?:_([1-9]\d{0,5}))?$/;

/** The marker of an import: the attribute, and the number of the import. */
export type ImportMarker = { number: number; value: Readonly<Record<string, string>> };

/** The markers of the imports that an event has passed. */
export const importMarkers = ({ event_attributes }: Pick<ImportedEvent, 'event_attributes'>): ImportMarker[] =>
  Object.entries(event_attributes).flatMap(([name, value]): ImportMarker[] => {
    const match = MARKER.exec(name);
    if (!match || typeof value === 'string' || Array.isArray(value)) return [];
    return [{ number: Number(match[1] ?? 1), value }];
  });

const ASSET_MARKER = /^imported_asset(?:_[1-9]\d{0,5})?$/;

/** The assets of other deployments that imports have made an asset of. `attributes`: those of its first event. */
export const importedAssets = (attributes: Attributes): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => {
    if (!ASSET_MARKER.test(name) || typeof value === 'string' || Array.isArray(value)) return [];
    return value['identity'] ?? [];
  });

/**
 * The event as it was signed, apart from what an import changes, if a marker names it as the original of the event.
 * Undefined otherwise.
 */
function originalEvent(
  statement: AuthorStatement,
  event: ImportedEvent,
): (StatementStructure & SignedContent) | undefined {
  const identity = originalIdentity(statement);
  const marker = importMarkers(event).find(({ value }) => value['identity'] === identity);
  if (!marker) return undefined;
  const isLater = (name: string): boolean =>
    Number(MARKER.exec(name)?.[1] ?? (MARKER.test(name) ? 1 : 0)) >= marker.number;
  const own = Object.entries(event.event_attributes).filter(([name]) => !isLater(name));
  // The import adds an empty list if the files of the attachments are not in the export.
  const attributes = Object.fromEntries(own);
  if (`${UNAVAILABLE.prefix}${APPENDED}` in attributes) delete attributes[APPENDED];
  return { ...event, asset_identity: statement.payload.asset_identity, event_attributes: attributes };
}

/** What the author of an imported event has signed of it. `secrets`: the seed, or the salts of what is visible. */
export type ImportedSignature = {
  /** The first value that they have not signed. */
  difference: Difference | undefined;
  /** Whether they have signed the declared principal. */
  hasPrincipal: boolean;
  /** The number of values in which an import names other identities, so that they cannot be compared. */
  changed: number;
  /** The content whose salts a reader gets. */
  content: SignedContent;
};

/** Compares an imported event with the statement of its author. Undefined if it is not of the original event. */
export function importedSignature(
  statement: AuthorStatement,
  event: ImportedEvent,
  secrets: StatementSecrets,
): ImportedSignature | undefined {
  const original = originalEvent(statement, event);
  if (!original) return undefined;
  const { payload } = statement;
  const content = contentOf(original, statement, secrets);
  const { principal_declared } = content;
  const found = statementDifferences(payload, { ...original, principal_declared, ...content }, secrets);
  const compared = found.differences.filter(({ kind, name }) => !isChangeable(name, valueOf(original, kind, name)));
  const changed = found.differences.length - compared.length;
  const [difference] = [...found.structure, ...compared.map(({ difference: each }) => each)];
  const isShort = difference === undefined && found.unmatched !== undefined && found.unmatched !== changed;
  return {
    difference: isShort
      ? { field: 'author', description: 'has signed a value that the event does not have' }
      : difference,
    hasPrincipal: principal_declared !== undefined,
    changed,
    content,
  };
}

function contentOf(event: SignedContent, { payload }: AuthorStatement, secrets: StatementSecrets): SignedContent {
  if ('seed' in secrets) return signedContent(payload, event, secrets.seed);
  const { event_attributes, asset_attributes, principal_declared } = event;
  const attributes = Object.keys(event_attributes).length + Object.keys(asset_attributes).length;
  const hasPrincipal = secrets.salts.length > attributes;
  return { event_attributes, asset_attributes, ...(hasPrincipal ? { principal_declared } : {}) };
}

const valueOf = (event: SignedContent, kind: string, name: string): AttributeValue | undefined =>
  kind === 'principals' ? undefined : (event[kind as 'event_attributes'] as Attributes)[name];

/** Whether an import can have changed identities in a value. */
function isChangeable(name: string, value: AttributeValue | undefined): boolean {
  if (value === undefined) return false;
  if (typeof value === 'string') return name === HOME_LOCATION;
  if (Array.isArray(value)) return LISTS.has(name.replace(UNAVAILABLE.prefix, ''));
  if (fileKeyOf(name) !== undefined) return true;
  return [UNAVAILABLE.type, 'arc_attachment'].includes(value['arc_attribute_type'] ?? '');
}
