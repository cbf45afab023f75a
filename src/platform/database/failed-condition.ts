/**
 * The names of the conditions that batches state with `assert`, and that a trigger in migrations/ states (`window`).
 */
const CONDITIONS = [
  'administrator',
  'auditor',
  'application',
  'blob_bytes',
  'blobs',
  'caller',
  'challenge',
  'exports',
  'exports_running',
  'idempotency_key',
  'invite',
  'invited',
  'last_administrator',
  'link',
  'member',
  'passkey',
  'passkeys',
  'quota',
  'signing_key',
  'sources',
  'state',
  'suspended',
  'unchanged',
  'upload',
  'webhooks',
  'window',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A condition of a batch did not hold; the database rolled the batch back. */
class ConditionFailed extends Error {
  readonly condition: Condition;
  constructor(condition: Condition) {
    super(`assertion failed: ${condition}`);
    this.condition = condition;
  }
}

/** The error for a batch that the database ended with this text; undefined if the text names no condition. */
export function conditionFailed(text: string): Error | undefined {
  const name = /assertion failed: (\w+)/.exec(text)?.[1];
  const condition = CONDITIONS.find((known) => known === name);
  return condition && new ConditionFailed(condition);
}

/** The condition that made `Database.batch` throw; undefined for any other error. */
export function failedCondition(error: unknown): Condition | undefined {
  return error instanceof ConditionFailed ? error.condition : undefined;
}
