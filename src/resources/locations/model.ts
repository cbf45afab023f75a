import { z } from '@hono/zod-openapi';
import { parseUserAttribute } from '../../access/policy.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { exampleOf, WALLET } from '../examples.ts';
import { displayName, identity, tenant } from '../fields.ts';
import * as schemas from '../schemas.ts';
import { AttributesSchema } from '../assets/model.ts';
import { AttributesInput, sizeProblem } from '../assets/requests.ts';
import { locations as table } from './table.ts';

/** Maximum number of readers of a location, and of characters of each. */
const MAX_READERS = 100;
const MAX_READER = 1024;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Maximum length of a number that is given as a string. */
const MAX_NUMERIC = 100;

/** Decimal degrees, which requests have as a number or a string. */
function degreesUpTo(most: number, what: string) {
  const message = `must be a number from -${most} to ${most}`;
  return {
    description: `${what} in decimal degrees from -${most} to ${most}, as a number or a string`,
    request: z
      .union([z.number(), z.string()], { error: ({ input }) => (input === undefined ? 'is required' : message) })
      .refine(
        (value) =>
          (typeof value === 'number' || (value.length <= MAX_NUMERIC && NUMERIC.test(value))) &&
          Math.abs(Number(value)) <= most,
        message,
      ),
    response: () => z.number().openapi({ description: `${what} in decimal degrees`, format: 'double' }),
    // -0 becomes 0.
    toColumn: (value: number | string) => Number(value) + 0,
  };
}

export const location = fields(
  table,
  {
    identity: identity('locations', 'the location'),
    display_name: field({ column: table.displayName, ...displayName('the location'), example: 'Quay 4' }),
    description: field({
      column: table.description,
      description: 'What is at the location',
      request: z.string().max(8096),
      empty: '',
      filter: true,
      example: 'Container cranes',
    }),
    latitude: field({ column: table.latitude, ...degreesUpTo(90, 'Latitude'), example: 51.95 }),
    longitude: field({ column: table.longitude, ...degreesUpTo(180, 'Longitude'), example: 4.05 }),
    attributes: field({
      column: table.attributes,
      description: 'Attributes of the location',
      request: AttributesInput.superRefine((attributes, context) => {
        const message = sizeProblem([attributes]);
        if (message) context.addIssue({ code: 'custom', message });
      }),
      response: (description: string) => AttributesSchema.openapi({ description }),
      empty: {},
      example: { phone: '+31 10 555 0100' },
    }),
    owner: derived({ response: schemas.wallet('the tenancy'), json: (row) => row.owner, example: WALLET }),
    tenant,
  },
  { name: 'Location', responseName: 'AssetLocation', patchExample: { description: 'Container cranes and pumps' } },
);

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

const READERS =
  `Who can read the location: organizations as \`subjects/<uuid>\`, users as \`email=…\`, \`subject=…\`, ` +
  `\`group=…\` or \`jwt_<claim>=…\`; at most ${MAX_READERS}`;
const SHARED = [exampleOf('subjects'), 'jwt_role=inspector'];

const Readers = z
  .array(z.string().max(MAX_READER))
  .max(MAX_READERS)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.slice(0, MAX_READERS).forEach((identity, i) => {
      const parsed = seen.has(identity) ? 'is in the list twice' : parseReader(identity);
      const message = typeof parsed === 'string' ? parsed : undefined;
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
