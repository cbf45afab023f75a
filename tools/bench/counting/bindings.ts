/** Counting versions of the bindings of D1, R2 and Queues. */
import type { Counts } from './counts.ts';
import { withMethods } from './wrap.ts';

/** The text of each statement that was prepared. */
const texts = new WeakMap<D1PreparedStatement, string>();

/**
 * Returns a statement that D1 accepts in a batch. Only batches are counted: the product sends nothing else, and the
 * migrations run before anything is measured.
 */
function named(statement: D1PreparedStatement, text: string): D1PreparedStatement {
  texts.set(statement, text);
  const { bind } = statement;
  return Object.assign(statement, { bind: (...values: unknown[]) => named(bind.apply(statement, values), text) });
}

function countBatch(
  counts: Counts,
  statements: D1PreparedStatement[],
  results: { meta: { rows_read?: number; rows_written?: number } }[],
): void {
  for (const [i, { meta }] of results.entries()) {
    const rowsRead = meta.rows_read ?? 0;
    const rowsWritten = meta.rows_written ?? 0;
    const of = (counts.statements[texts.get(statements[i]!) ?? ''] ??= { executions: 0, rowsRead: 0, rowsWritten: 0 });
    of.executions += 1;
    of.rowsRead += rowsRead;
    of.rowsWritten += rowsWritten;
    counts.d1.rowsRead += rowsRead;
    counts.d1.rowsWritten += rowsWritten;
  }
}

/** Counts batches, the only calls of D1 that the product makes (src/platform/database/database.ts). */
export function countDatabase<T extends D1Database | D1DatabaseSession>(database: T, counts: Counts): T {
  return withMethods(database, {
    prepare: (text: string) => named(database.prepare(text), text),
    batch: async (statements: D1PreparedStatement[]) => {
      counts.d1.calls += 1;
      counts.d1.statements += statements.length;
      try {
        const results = await database.batch(statements);
        countBatch(counts, statements, results);
        return results;
      } catch (error) {
        counts.d1.failed += 1;
        throw error;
      }
    },
    ...('withSession' in database
      ? { withSession: (constraint: string) => countDatabase(database.withSession(constraint), counts) }
      : {}),
  });
}

type Methods = Record<string, (...given: unknown[]) => unknown>;

/** Counts operations of R2 by their class; deletions and aborted uploads are free. */
export function countBucket(bucket: R2Bucket, counts: Counts): R2Bucket {
  const counted = (of: object, names: string[], kind: 'classA' | 'classB'): Methods =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (...given: unknown[]) => {
          counts.r2[kind] += 1;
          return (of as Methods)[name]!(...given);
        },
      ]),
    );
  const upload = (of: R2MultipartUpload): R2MultipartUpload =>
    withMethods(of, counted(of, ['uploadPart', 'complete'], 'classA'));
  return withMethods(bucket, {
    ...counted(bucket, ['put', 'list'], 'classA'),
    ...counted(bucket, ['get', 'head'], 'classB'),
    createMultipartUpload: async (key: string, options?: R2MultipartOptions) => {
      counts.r2.classA += 1;
      return upload(await bucket.createMultipartUpload(key, options));
    },
    resumeMultipartUpload: (key: string, id: string) => upload(bucket.resumeMultipartUpload(key, id)),
  });
}

/** The operations that writing, reading or deleting a message counts as: one per 64 kB, with 100 bytes of metadata. */
const operationsOf = (body: unknown): number => Math.ceil((JSON.stringify(body).length + 100) / 64_000);

/** Counts a write for each message. */
export function countQueue(queue: Queue, counts: Counts): Queue {
  return withMethods(queue, {
    send: (body: unknown, options?: QueueSendOptions) => {
      counts.queue += operationsOf(body);
      return queue.send(body, options);
    },
    sendBatch: (messages: { body: unknown }[], options?: QueueSendBatchOptions) => {
      for (const { body } of messages) counts.queue += operationsOf(body);
      return queue.sendBatch(messages, options);
    },
  });
}

/** Counts a read for each message, and a deletion for each that is acknowledged. */
export function countMessages(batch: MessageBatch, counts: Counts): MessageBatch {
  const messages = batch.messages.map((message) => {
    counts.queue += operationsOf(message.body);
    return withMethods(message, {
      ack: () => {
        counts.queue += operationsOf(message.body);
        message.ack();
      },
    });
  });
  return withMethods(batch, { messages });
}
