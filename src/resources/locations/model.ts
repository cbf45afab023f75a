import { z } from '@hono/zod-openapi';
import { parseUserAttribute } from '../../access/policy.ts';
import { uuidOf } from '../../core/identity.ts';
import { AttributesInput, AttributesSchema, sizeProblem } from '../assets/model.ts';

/** Whom a location is shared with: so many, each in so many characters at most. */
const MAX_READERS = 100;
const MAX_READER = 1024;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longer than any number that is meant. */
const MAX_NUMERIC = 100;

/** Decimal degrees as they come: a number, or its text. */
export const degrees = (value: number | string): number => Number(value) + 0;

function degreesUpTo(most: number) {
  const message = `must be a number from -${most} to ${most}`;
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (input === undefined ? 'is required' : message) })
    .refine(
      (value) =>
        (typeof value === 'number' || (value.length <= MAX_NUMERIC && NUMERIC.test(value))) &&
        Math.abs(Number(value)) <= most,
      message,
    )
    .openapi({ description: `Decimal degrees, -${most} to ${most}; a number, or its text` });
}

const Latitude = degreesUpTo(90);
const Longitude = degreesUpTo(180);
const DisplayName = z.string().min(1).max(128);
const Description = z.string().max(8096);
const Attributes = AttributesInput.superRefine((attributes, context) => {
  const message = sizeProblem([attributes]);
  if (message) context.addIssue({ code: 'custom', message });
});

export const CreateLocation = z
  .strictObject({
    display_name: DisplayName,
    description: Description.optional(),
    latitude: Latitude,
    longitude: Longitude,
    attributes: Attributes.optional(),
  })
  .openapi('CreateLocation', {
    example: {
      display_name: 'Quay 4',
      description: 'Container cranes',
      latitude: 51.95,
      longitude: 4.05,
      attributes: { phone: '+31 10 555 0100' },
    },
  });
export const PatchLocation = z
  .strictObject({
    display_name: DisplayName.optional(),
    description: Description.optional(),
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
    attributes: Attributes.optional(),
  })
  .openapi('PatchLocation');

export const Location = z
  .object({
    identity: z.string().openapi({ description: 'locations/<uuid>' }),
    display_name: z.string(),
    description: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    attributes: AttributesSchema,
    owner: z.string().openapi({ description: 'Wallet address of the tenancy' }),
    tenant: z.string().openapi({ description: 'tenant/<uuid>' }),
  })
  .openapi('Location');

/** One of those a location is shared with, as rows of `readers` have it. */
export type Reader = { identity: string; subject: string; attribute: string; value: string };

/** Reads `subjects/<uuid>`, or a user in the form of access policies. A text is why it is neither. */
export function parseReader(identity: string): Reader | string {
  const subject = uuidOf('subjects', identity);
  if (subject !== undefined) return { identity, subject, attribute: '', value: '' };
  const user = parseUserAttribute(identity);
  return typeof user === 'string'
    ? `must be subjects/<uuid>, or ${user.replace('must be ', '')}`
    : { identity, subject: '', ...user };
}

const Readers = z
  .array(z.string().max(MAX_READER))
  .max(MAX_READERS)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.slice(0, MAX_READERS).forEach((identity, i) => {
      const parsed = parseReader(identity);
      const message = seen.has(identity) ? 'stands in the list twice' : typeof parsed === 'string' ? parsed : undefined;
      if (message) context.addIssue({ code: 'custom', path: [i], message });
      seen.add(identity);
    });
  })
  .openapi({
    description: `Organisations as subjects/<uuid>, users as email=…, subject=…, group=… or jwt_<claim>=…; at most ${MAX_READERS}`,
  });

const EITHER = 'give subject_identities, or permissions with subject_identities in it';
export const PatchLocationPermissions = z
  .strictObject({
    subject_identities: Readers.optional(),
    permissions: z.strictObject({ subject_identities: Readers }).optional(),
  })
  .refine((body) => (body.subject_identities === undefined) !== (body.permissions === undefined), EITHER)
  .openapi('PatchLocationPermissions', {
    example: {
      subject_identities: ['subjects/4c6f2f8a-1d2e-4a57-9d0b-6a3f0a7c1e11', 'jwt_role=inspector'],
    },
  });

export const LocationPermissions = z
  .object({
    location_identity: z.string().openapi({ description: 'locations/<uuid>' }),
    permissions: z.object({ subject_identities: z.array(z.string()) }),
  })
  .openapi('LocationPermissions');
