import type { z } from '@hono/zod-openapi';
import { collection } from '../../http/collection.ts';
import { locations } from './group.ts';
import { CreateLocation, degrees, Location, PatchLocation } from './model.ts';
import permissions from './permissions.ts';
import { locations as table } from './table.ts';

type Row = typeof table.$inferSelect;

/** A location as the API shows it. */
export const locationJson = (row: Row): z.infer<typeof Location> => ({
  identity: `locations/${row.id}`,
  display_name: row.displayName,
  description: row.description,
  latitude: row.latitude,
  longitude: row.longitude,
  attributes: row.attributes,
  owner: row.owner,
  tenant: `tenant/${row.tenant}`,
});

export default [
  ...collection({
    singular: 'Location',
    notes: { list: 'Administrators of the tenancy see all of its locations, others those that are shared with them.' },
    noun: { one: 'a location', many: 'locations' },
    about:
      'A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations.',
    plural: 'locations',
    quota: 'locations',
    group: locations,
    table,
    audience: 'readers',
    resource: Location,
    create: CreateLocation,
    patch: PatchLocation,
    filters: { display_name: table.displayName, description: table.description },
    attributes: table.attributes,
    cleared: { display_name: undefined, description: '', latitude: undefined, longitude: undefined, attributes: {} },
    readOnly: ['identity', 'owner', 'tenant'],
    unknownFields: 'ignored',
    statuses: {
      list: [200, 401, 403, 429],
      create: [200, 401, 402, 403, 429],
      read: [200, 401, 403, 404, 429],
    },
    values: async (input, { scope }) => ({
      values: {
        displayName: input.display_name,
        description: input.description ?? '',
        latitude: degrees(input.latitude),
        longitude: degrees(input.longitude),
        attributes: input.attributes ?? {},
        owner: (await scope.principal()).wallet,
      },
    }),
    changes: (patch) => ({
      ...(patch.display_name === undefined ? {} : { displayName: patch.display_name }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.latitude === undefined ? {} : { latitude: degrees(patch.latitude) }),
      ...(patch.longitude === undefined ? {} : { longitude: degrees(patch.longitude) }),
      ...(patch.attributes === undefined ? {} : { attributes: patch.attributes }),
    }),
    present: (row) => locationJson(row as Row),
  }),
  ...permissions,
];
