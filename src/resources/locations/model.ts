import { z } from '@hono/zod-openapi';
import { parseUserAttribute } from '../../access/policy.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { exampleOf, WALLET } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { AttributesInput, AttributesSchema, sizeProblem } from '../assets/model.ts';

/** Maximum number of readers of a location, and of characters of each. */
const MAX_READERS = 100;
const MAX_READER = 1024;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Maximum length of a number that is given as a string. */
const MAX_NUMERIC = 100;

/** Decimal degrees of a request, a number or a string, as a number. -0 becomes 0. */
export const degrees = (value: number | string): number => Number(value) + 0;

function degreesUpTo(most: number, what: string) {
  const message = `must be a number from -${most} to ${most}`;
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (input === undefined ? 'is required' : message) })
    .refine(
      (value) =>
        (typeof value === 'number' || (value.length <= MAX_NUMERIC && NUMERIC.test(value))) &&
        Math.abs(Number(value)) <= most,
      message,
    )
    .openapi({ description: `${what} in decimal degrees from -${most} to ${most}, as a number or a string` });
}

const Latitude = degreesUpTo(90, 'Latitude');
const Longitude = degreesUpTo(180, 'Longitude');
const DisplayName = z.string().min(1).max(128).openapi({ description: 'Name of the location, shown to people' });
const Description = z.string().max(8096).openapi({ description: 'What is at the location' });
const Attributes = AttributesInput.superRefine((attributes, context) => {
  const message = sizeProblem([attributes]);
  if (message) context.addIssue({ code: 'custom', message });
}).openapi({ description: 'Attributes of the location' });

const EXAMPLE = {
  display_name: 'Quay 4',
  description: 'Container cranes',
  latitude: 51.95,
  longitude: 4.05,
  attributes: { phone: '+31 10 555 0100' },
};

export const CreateLocation = z
  .strictObject({
    display_name: DisplayName,
    description: Description.optional(),
    latitude: Latitude,
    longitude: Longitude,
    attributes: Attributes.optional(),
  })
  .openapi('CreateLocation', {
    example: EXAMPLE,
  });
export const PatchLocation = z
  .strictObject({
    display_name: DisplayName.optional(),
    description: Description.optional(),
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
    attributes: Attributes.optional(),
  })
  .openapi('PatchLocation', { example: { description: 'Container cranes and pumps' } });

export const Location = z
  .object({
    identity: schemas.identity('locations', 'the location'),
    display_name: schemas.displayName('the location'),
    description: schemas.text('What is at the location'),
    latitude: z.number().openapi({ description: 'Latitude in decimal degrees', format: 'double' }),
    longitude: z.number().openapi({ description: 'Longitude in decimal degrees', format: 'double' }),
    attributes: AttributesSchema.openapi({ description: 'Attributes of the location' }),
    owner: schemas.wallet('the tenancy'),
    tenant: schemas.tenantIdentity,
  })
  .openapi('AssetLocation', {
    example: { identity: exampleOf('locations'), ...EXAMPLE, owner: WALLET, tenant: exampleOf('tenant') },
  });

/** A reader of a location, as a row of `readers`. */
export type Reader = { identity: string; subject: string; attribute: string; value: string };

/** Parses `subjects/<uuid>` or a user in the syntax of access policies. Returns a string that describes the error. */
export function parseReader(identity: string): Reader | string {
  const subject = uuidOf('subjects', identity);
  if (subject !== undefined) return { identity, subject, attribute: '', value: '' };
  const user = parseUserAttribute(identity);
  return typeof user === 'string'
    ? `must be subjects/<uuid>, or ${user.replace('must be ', '')}`
    : { identity, subject: '', ...user };
}

const READERS = `Who can read the location: organizations as \`subjects/<uuid>\`, users as \`email=…\`, \`subject=…\`, \`group=…\` or \`jwt_<claim>=…\`; at most ${MAX_READERS}`;
const SHARED = [exampleOf('subjects'), 'jwt_role=inspector'];

const Readers = z
  .array(z.string().max(MAX_READER))
  .max(MAX_READERS)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.slice(0, MAX_READERS).forEach((identity, i) => {
      const parsed = parseReader(identity);
      const message = seen.has(identity) ? 'is in the list twice' : typeof parsed === 'string' ? parsed : undefined;
      if (message) context.addIssue({ code: 'custom', path: [i], message });
      seen.add(identity);
    });
  })
  .openapi({
    description: READERS,
  });

const EITHER = 'must have either subject_identities or permissions.subject_identities';
export const PatchLocationPermissions = z
  .strictObject({
    subject_identities: Readers.optional(),
    permissions: z
      .strictObject({ subject_identities: Readers })
      .optional()
      .openapi({ description: 'The same as `subject_identities` at the top; give one of the two' }),
  })
  .refine((body) => (body.subject_identities === undefined) !== (body.permissions === undefined), EITHER)
  .openapi('PatchLocationPermissions', {
    minProperties: 1,
    maxProperties: 1,
    example: { subject_identities: SHARED },
  });

export const LocationPermissions = z
  .object({
    location_identity: schemas.identityOf('locations', 'the location'),
    permissions: z
      .object({ subject_identities: schemas.texts(READERS, SHARED) })
      .openapi({ description: 'Who the location is shared with' }),
  })
  .openapi('LocationPermissions');
