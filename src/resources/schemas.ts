import { z } from '@hono/zod-openapi';
import { CREATED, exampleOf, hashLike, ID, WALLET, type Named } from './examples.ts';

/**
 * Schemas of response fields that occur in several resources, each with its description, format and example. Bodies of
 * requests declare their fields themselves, because these are validated.
 */
type Notes = { format?: string; example?: unknown; readOnly?: true };

/** A string with a description; `notes` holds its format and example. */
export const text = (description: string, notes: Notes = {}) => z.string().openapi({ description, ...notes });
/** A text in a request, of at most `max` characters and not blank. */
export const filledText = (max: number, description: string) =>
  z.string().min(1).max(max).regex(/\S/, 'must not be blank').openapi({ description });
export const integer = (description: string, example?: number) => z.int().openapi({ description, example });
export const boolean = (description: string, example = false) => z.boolean().openapi({ description, example });
export const texts = (description: string, example: string[] = []) =>
  z.array(z.string()).openapi({ description, example });

/** The identity of a record itself: `<collection>/<uuid>`. */
export const identity = (collection: Named, what: string) =>
  text(`Identity of ${what}: \`${collection}/<uuid>\``, { readOnly: true, example: exampleOf(collection) });
/** The identity of another record. */
export const identityOf = (collection: Named, what: string) =>
  text(`Identity of ${what}: \`${collection}/<uuid>\``, { example: exampleOf(collection) });
export const tenantIdentity = text('Identity of the tenancy that owns the record: `tenant/<uuid>`', {
  readOnly: true,
  example: exampleOf('tenant'),
});
export const displayName = (what: string, example?: string) => text(`Name of ${what}, shown to people`, { example });

/** An RFC 3339 time in UTC that the service sets. */
export const timestamp = (description: string, example: string = CREATED) =>
  text(`${description} (RFC 3339, UTC)`, { format: 'date-time', readOnly: true, example });

export const wallet = (what: string) =>
  text(`Wallet address of ${what} (EIP-55 checksum)`, { readOnly: true, example: WALLET });

/** An integer that may not fit into a JSON number, as a decimal string. */
export const uint64 = (description: string, example: string) =>
  text(`${description}, as a decimal string`, { format: 'uint64', example });

/** A 32-byte hash in hexadecimal with 0x. */
export const hash = (description: string, digits: string) =>
  text(`${description}: 0x and 64 hexadecimal digits`, { example: `0x${hashLike(digits)}` });

/** A person or an application as tokens name them. */
export const principal = {
  issuer: text('Issuer of the token: the address of an identity provider', { example: 'https://login.example.com' }),
  subject: text('Subject of the token: the id that the issuer gives; for an application, its `client_id`', {
    example: '00u1inspector',
  }),
  display_name: text('Name, shown to people', { example: 'Ines Pector' }),
  email: text('E-mail address; empty for an application', { example: 'inspector@example.com' }),
};

export const verifiedDomain = text('Domain that the tenancy has verified by its DNS; empty without one', {
  example: 'example.com',
});
export const roles = texts(
  'Roles in the tenancy: `Administrator` or `Non-Administrator`; with `Auditor` for an auditor',
  ['Non-Administrator'],
);

export const clientId = text('Client id of the application, which is also the subject of its tokens', {
  format: 'uuid',
  readOnly: true,
  example: ID.applications,
});

/** Alternatives of filter terms or assertions: all groups must hold, of each group at least one text. */
export const groupsOf = (description: string, what: string) =>
  z.array(z.object({ or: texts(`Alternatives: at least one ${what} must hold`) })).openapi({ description });
