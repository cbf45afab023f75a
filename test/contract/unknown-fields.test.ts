import { z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import type { Operation } from '../../src/http/operation.ts';
import { operations } from '../../src/operations.ts';

type Schema = { type?: string; properties?: object; additionalProperties?: unknown };

const jsonBodies = operations.filter(({ spec }) => spec.body && ['json', 'batch'].includes(spec.bodyType ?? 'json'));

/** The objects in the schema of a body that declare fields and accept others. */
function openObjects({ spec }: Operation): string[] {
  const schema = z.toJSONSchema(spec.body!, { io: 'input', unrepresentable: 'any' });
  const found: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, properties, additionalProperties } = node as Schema;
    if (type === 'object' && properties && additionalProperties !== false) found.push(path);
    for (const [name, child] of Object.entries(node)) walk(child, `${path}/${name}`);
  };
  walk(schema, spec.id);
  return found;
}

test('the schema of every JSON body is strict at every depth unless its operation ignores fields', () => {
  expect(jsonBodies.length).toBeGreaterThan(20);
  expect(jsonBodies.flatMap(openObjects)).toEqual([]);
});

test('the operations that ignore unknown fields are these; none of them decides rights', () => {
  const ids = operations.filter(({ spec }) => spec.unknownFields === 'ignored').map(({ spec }) => spec.id);
  expect(ids.toSorted()).toEqual([
    'createAsset',
    'createAssetBatch',
    'createBusSource',
    'createCompliancePolicy',
    'createEvent',
    'createEventBatch',
    'createIotHubImport',
    'createLocation',
    'updateLocation',
  ]);
});
