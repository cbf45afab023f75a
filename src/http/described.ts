import { z } from '@hono/zod-openapi';
import type { RequiredRole } from '../access/scope.ts';
import type { Method } from './declaration.ts';
import { listOf } from './paging.ts';

type Described = {
  noun: { one: string; many: string };
  about: string;
  notes?: { [method in Method]?: string };
  quota?: string;
  deletedShown?: boolean;
};

/** Summary and description of the standard methods of a collection. */
export function textsOf(of: Described): Record<Method, { summary: string; description: string }> {
  const { one, many } = of.noun;
  const texts = (method: Method, summary: string, general = '') => ({
    summary,
    description: [of.about, general, of.notes?.[method] ?? ''].filter((text) => text !== '').join(' '),
  });
  return {
    list: texts('list', `List ${many}`, 'The list is newest first, or by name.'),
    create: texts(
      'create',
      `Create ${one}`,
      of.quota === undefined ? '' : 'Responds with 402 if the quota of the tenancy is reached.',
    ),
    read: texts('read', `Read ${one}`),
    update: texts(
      'update',
      `Update ${one}`,
      'Fields that are not in the body keep their values, unless `mask` names them.',
    ),
    delete: texts('delete', `Delete ${one}`, of.deletedShown ? 'Responds with the deleted record.' : ''),
  };
}

/** Query parameters that select the records of a list by the exact value of a field, and order them. */
export const listQuery = (many: string, filters: string[]) => ({
  ...Object.fromEntries(
    filters.map((name) => [
      name,
      z
        .string()
        .optional()
        .openapi({ description: `Only ${many} whose \`${name}\` is exactly this` }),
    ]),
  ),
  order_by: z
    .enum(['DEFAULT', 'DISPLAY_NAME'])
    .optional()
    .openapi({ description: 'DEFAULT: newest first. DISPLAY_NAME: by name.' }),
});

/** The response of a list of `plural`. With an alias it has every record under both names. */
export function listResponse({ plural, alias }: { plural: string; alias?: string }, resource: z.ZodType) {
  if (alias === undefined) return listOf(plural, resource);
  return listOf(plural, resource).extend({
    [alias]: z.array(resource).openapi({ description: `The same as \`${plural}\`` }),
  });
}

/** Who reads the records of a collection for administrators: auditors too, unless they could learn a secret. */
export function permissionToRead(of: { audience: string; hasSecrets?: true }): RequiredRole {
  if (of.audience !== 'administrators') return 'member';
  return of.hasSecrets ? 'administrator' : 'auditor';
}

/** Who writes the records of a collection: administrators, and members if they create them. */
export const permissionToWrite = (of: { creators?: 'members' }, method: Method): RequiredRole =>
  of.creators && method === 'create' ? 'member' : 'administrator';
