import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { REGENERATE, TYPES_FILE, typesOf } from '../../apps/client/generate.ts';
import { sharedService, type Service } from '../support/service.ts';

let service: Service;
let document: object;

beforeAll(async () => {
  service = await sharedService();
  document = (await (await fetch(`${service.base}/openapi.json`)).json()) as object;
});

describe('the client of the OpenAPI 3.1 document', () => {
  test('has checked-in types that match the running service', async () => {
    const generated = (await typesOf(JSON.stringify(document))).split('\n');
    const checkedIn = readFileSync(TYPES_FILE, 'utf8').split('\n');
    const line = generated.findIndex((text, i) => text !== checkedIn[i]);
    const message = `${TYPES_FILE} is out of date from line ${line + 1}; run: ${REGENERATE}`;
    expect(checkedIn[line], message).toBe(generated[line]);
    expect(checkedIn, message).toHaveLength(generated.length);
  });

  test('can send a filter of any name: each is a property of one exploded object', () => {
    const { paths } = document as unknown as { paths: Record<string, { get: { parameters: Filters[] } }> };
    type Filters = { name: string; style: string; explode: boolean; schema: { patternProperties: object } };
    const filtered = operations.filter(({ spec }) => spec.filters);
    expect(filtered.length).toBeGreaterThan(3);
    for (const { spec } of filtered) {
      const found = paths[spec.path]!.get.parameters.find(({ name }) => name === 'attribute_filters');
      expect(found, spec.id).toMatchObject({ style: 'form', explode: true, schema: { additionalProperties: false } });
      const patterns = Object.keys(found!.schema.patternProperties).map((pattern) => new RegExp(pattern));
      for (const template of Object.keys(spec.filters!.documented)) {
        const name = template.replace('{name}', 'some thing!');
        expect(
          patterns.filter((pattern) => pattern.test(name)),
          name,
        ).toHaveLength(1);
        expect(spec.filters!.problem(name, '*')).toBeUndefined();
      }
    }
  });
});
