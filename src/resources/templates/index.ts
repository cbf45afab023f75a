import { sql } from 'drizzle-orm';
import { collection } from '../../http/collection.ts';
import { ServiceError } from '../../lib/errors.ts';
import { assert } from '../../platform/database/conditions.ts';
import { templates as group } from './group.ts';
import { sizeOf, template } from './model.ts';
import { templates as table } from './table.ts';

/** Templates of one tenancy. */
const MOST = 100;

export default collection({
  fields: template,
  noun: { one: 'a template', many: 'templates' },
  about:
    'A template helps people to record an event of one type: it says what to fill in, and which attributes the ' +
    'event has then. The service does not compare events with templates: applications record what they like.',
  notes: { create: `A tenancy can have ${MOST} templates; then the response is 402.` },
  plural: 'templates',
  group,
  audience: 'members',
  size: table.size,
  statuses: {
    list: [200, 401, 403, 429],
    create: [200, 401, 402, 403, 429],
    read: [200, 401, 403, 404, 429],
  },
  values: (input) => ({ values: { size: sizeOf(template.values(input)) } }),
  changes: (_patch, { description, assetDisplayTypes, fields }) => ({
    size: sizeOf([description, assetDisplayTypes, fields]),
  }),
  onCreate: (_row, scope) => ({
    conditions: scope.conditions((db) => [
      assert(db, 'quota', sql`(SELECT count(*) FROM ${table} WHERE tenant = ${scope.tenant}) < ${MOST}`),
    ]),
    statements: [],
    refused: { quota: new ServiceError('quota', `a tenancy can have at most ${MOST} templates`) },
  }),
});
