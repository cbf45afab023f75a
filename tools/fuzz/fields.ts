import * as fc from 'fast-check';
import { bytesOf, pemOf, vector } from '../../test/support/certificates.ts';
import { STRANGE_KEYS } from '../../test/support/sharing.ts';
import { longText, mostly, NAMES, plainTime, text, time, word } from './texts.ts';

/** The type of events that members and partners can read (fixtures.ts), and the attribute that they cannot read. */
export const SHOWN_TYPE = 'Inspection';
export const HIDDEN_NAME = 'kept';
/** The address of webhooks. It does not exist. */
export const RECEIVER = 'https://nobody.example.com/hook';

const ORGANIZATION = fc.nat({ max: 3 }).map((at) => `subjects/{{own.subject.${at}}}`);
const USER = fc.constantFrom(
  'jwt_role=inspector',
  'jwt_role:inspector',
  'group=x',
  'group:x',
  'subject={{own.client}}',
);
const ATTRIBUTE_TERM = fc
  .tuple(
    fc.constantFrom(...NAMES, 'arc_display_type', 'parts.a', 'parts[].a', HIDDEN_NAME),
    fc.constantFrom('=', '!=', ':'),
    fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: fc.constant('*') }),
  )
  .map(([name, operator, value]) => `attributes.${name}${operator}${value}`);
const NAMED = fc.constantFrom(...NAMES, HIDDEN_NAME, '*', '*');
const TYPES = fc.constantFrom(SHOWN_TYPE, 'x', '*', '*');

/** A wallet key that does not belong to a tenancy. */
const STRANGE_KEY = STRANGE_KEYS.wallet_pub_key[0]!;

/** Values of the fields of access policies, subjects and locations. */
const ACCESS: Record<string, fc.Arbitrary<string>> = {
  filters: ATTRIBUTE_TERM,
  user_attributes: USER,
  subjects: ORGANIZATION,
  subject_identities: fc.oneof(ORGANIZATION, USER),
  asset_attributes_read: NAMED,
  asset_attributes_write: NAMED,
  include_attributes: NAMED,
  event_arc_display_type_read: TYPES,
  event_arc_display_type_write: TYPES,
  wallet_pub_key: mostly(
    9,
    fc.constantFrom('{{wallet}}', '{{wallet}}', STRANGE_KEY),
    fc.constant(`04${'0'.repeat(128)}`),
  ),
  tessera_pub_key: mostly(9, fc.constantFrom('{{tessera}}', `${'A'.repeat(43)}=`), fc.constant('A'.repeat(44))),
};

/** Fields that accept only one value, as a string or a number. */
export const GIVEN: Record<string, fc.Arbitrary<unknown>> = { chain_id: fc.constantFrom('8275868384', 8_275_868_384) };

/** Lists of administrators, which must contain the caller. */
const ADMINISTRATORS = fc.constant([{ issuer: '{{issuer}}', subject: '{{own.admin}}' }]);

/** Lists that random items are rarely accepted as. */
export const LISTS: Record<string, fc.Arbitrary<unknown>> = {
  administrators: ADMINISTRATORS,
  root_principals: ADMINISTRATORS,
};

/**
 * Puts a secret that only administrators of the tenancy may read (world.ts) into fields that only they may read: into
 * an attribute with that name, and into events whose type is a secret as well. Must be the last of the fields.
 */
export function marksOf(field: string): fc.Arbitrary<[string, unknown][]> {
  const kept: [string, string] = ['{{kept}}', '{{hidden}}'];
  switch (field) {
    case 'attributes':
    case 'asset_attributes':
      return fc.oneof(fc.constantFrom<[string, unknown][]>([], [], [kept]), attached('manual', namedNote));
    case 'event_attributes':
      return fc.oneof(
        fc.constantFrom<[string, unknown][]>([], [['arc_display_type', SHOWN_TYPE]]),
        fc.constant<[string, unknown][]>([['arc_display_type', '{{hidden}}'], kept]),
        attached('arc_append_attachments', fc.array(listedNote, { maxLength: 2 })),
      );
    default:
      return fc.constant([]);
  }
}

/** Attributes that attach files without secrets; sometimes files of others, or with another hash. */
const NOTE = fc.tuple(mostly(9, fc.constant('own'), fc.constant('other')), fc.nat({ max: 3 }), fc.nat({ max: 30 }));
const namedNote = NOTE.map(([whose, at, wrong]) => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: `blobs/{{${whose}.note.${at}}}`,
  arc_blob_hash_alg: 'SHA256',
  arc_blob_hash_value: wrong === 0 ? 'ab' : `{{${whose}.hash.${at}}}`,
}));
const listedNote = NOTE.map(([whose, at, wrong]) => ({
  arc_attachment_identity: wrong === 0 ? 'blobs/x' : `blobs/{{${whose}.note.${at}}}`,
  arc_hash_alg: 'sha256',
  arc_hash_value: `{{${whose}.hash.${at}}}`,
}));
const attached = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown][]> =>
  value.map((each) => [[name, each]]);

const PEM = vector('P-256');
/** PEM of accepted certificates, or not of a CA, of several, damaged or truncated. */
const CERTIFICATE = mostly(
  2,
  fc.constantFrom(PEM, PEM.replaceAll('\n', '\r\n'), vector('ed25519'), vector('text')),
  fc.oneof(
    fc.constantFrom(vector('leaf'), vector('expired'), vector('trusted'), PEM + PEM, PEM.replaceAll('\n', ' ')),
    fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 255 })).map(([at, octet]) => {
      const bytes = bytesOf(PEM);
      bytes[at % bytes.length] = octet;
      return pemOf(bytes);
    }),
    fc.nat({ max: PEM.length }).map((length) => PEM.slice(0, length)),
  ),
);

/** Returns valid texts for fields with this name; undefined for unknown names. */
function fitting(hint: string): fc.Arbitrary<string> | undefined {
  if (/time|since|before/.test(hint)) return plainTime;
  if (/^(latitude|longitude)$/.test(hint)) return fc.constantFrom('1', '-12.5', '+89.999', '9e1');
  if (/^subject$/.test(hint))
    return mostly(5, fc.constant('{{own.admin}}'), fc.constantFrom('{{own.client}}', '{{other.client}}'));
  if (/^email$/.test(hint)) return fc.nat({ max: 9999 }).map((n) => `person${n}@example.com`);
  if (/^issuer$/.test(hint)) return fc.constantFrom('{{issuer}}', 'https://idp.example');
  if (/^tenant_identity$/.test(hint)) return fc.constantFrom('{{newtenant}}', 'tenant/{{own.tenant}}');
  if (/^client_id$/.test(hint)) return fc.constant('{{own.client}}');
  if (/^client_secret$/.test(hint)) return fc.constant('{{own.secret}}');
  if (/^scope$/.test(hint)) return fc.constantFrom('public', 'tenant/{{own.tenant}}');
  if (/^url$/.test(hint)) return fc.constant(RECEIVER);
  if (/^application$/.test(hint))
    return mostly(5, fc.constant('applications/{{own.client}}'), fc.constant('applications/{{other.client}}'));
  if (/^after$/.test(hint)) return fc.constant('assets/{{own.asset.1}}');
  // The operation and the behaviour must match.
  if (/^operation$/.test(hint))
    return mostly(4, fc.constant('Record'), fc.constantFrom('Attach', 'StartTracking', 'Add'));
  if (/^behaviours?$/.test(hint))
    return mostly(4, fc.constant('RecordEvidence'), fc.constantFrom('Builtin', 'Attachments', '*'));
  return Object.hasOwn(ACCESS, hint) ? ACCESS[hint] : undefined;
}

/** Generates a text for the field with this name: a valid one, and unless `tame` sometimes an invalid one. */
export function stringFor(hint: string, { format }: { format?: string }, tame: boolean): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom('{{own.asset.1}}', '{{other.asset.1}}');
  if (/^(tlsca)?certificate$/.test(hint)) return tame ? fc.constant(PEM) : mostly(6, CERTIFICATE, text);
  const right = fitting(hint);
  if (tame) return right ?? word;
  if (right === plainTime) return time;
  if (right) return mostly(3, right, text);
  return /display_name/.test(hint) ? mostly(3, word, text) : mostly(40, text, longText);
}
