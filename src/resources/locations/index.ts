import { collection } from '../../http/collection.ts';
import { locations } from './group.ts';
import { location } from './model.ts';
import permissions from './permissions.ts';
import { locations as table } from './table.ts';

export default [
  ...collection({
    fields: location,
    notes: { list: 'Administrators of the tenancy see all of its locations, others those that are shared with them.' },
    noun: { one: 'a location', many: 'locations' },
    about:
      'A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared ' +
      'with users and other organizations.',
    plural: 'locations',
    quota: 'locations',
    group: locations,
    audience: 'readers',
    attributes: table.attributes,
    unknownFields: 'ignored',
    statuses: {
      list: [200, 401, 403, 429],
      create: [200, 401, 402, 403, 429],
      read: [200, 401, 403, 404, 429],
    },
    values: async (_input, { scope }) => ({ values: { owner: (await scope.principal()).wallet } }),
  }),
  ...permissions,
];
