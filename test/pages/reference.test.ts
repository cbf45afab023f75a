import { expect, it } from 'vitest';
import { resolved } from '../../apps/site/reference/resolve.ts';

const document = {
  paths: {
    '/assets/{uuid}': { get: { schema: { $ref: '#/components/schemas/Asset', description: 'of this path' } } },
  },
  components: {
    schemas: {
      Asset: { type: 'object', description: 'An asset', properties: { name: { $ref: '#/components/schemas/a~1b' } } },
      'a/b': { type: 'string' },
      Tree: { properties: { next: { $ref: '#/components/schemas/Tree' } } },
      Other: { $ref: 'https://example.com/schema.json' },
      Gone: { items: [{ $ref: '#/components/schemas/None' }] },
    },
  },
};

it('the API reference resolves nested references, and keeps other keywords of the same object', () => {
  expect(resolved(document, ['paths', '/assets/{uuid}', 'get'])).toEqual({
    schema: { type: 'object', description: 'of this path', properties: { name: { type: 'string' } } },
  });
  expect(document.paths['/assets/{uuid}'].get.schema.$ref).toBe('#/components/schemas/Asset');
});

it('the API reference keeps references that lead to themselves, to another document or to nothing', () => {
  const { Tree, Other, Gone } = document.components.schemas;
  expect(resolved(document, ['components', 'schemas', 'Tree'])).toEqual({ properties: { next: Tree } });
  expect(resolved(document, ['components', 'schemas', 'Other'])).toEqual(Other);
  expect(resolved(document, ['components', 'schemas', 'Gone'])).toEqual(Gone);
  expect(resolved(document, ['components', 'securitySchemes'])).toBeUndefined();
});
