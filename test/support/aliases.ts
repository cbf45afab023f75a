import { servedAs } from '../../src/http/path.ts';
import { operations } from '../../src/operations.ts';

const OWN_IDS = new Map(
  operations.flatMap((operation) => servedAs(operation).map(({ id }) => [id, operation.spec.id] as const)),
);

/** An operation id of the OpenAPI document -> the id of the operation itself, without the suffix of an alias. */
export const ownIdOf = (operationId: string): string => OWN_IDS.get(operationId)!;
