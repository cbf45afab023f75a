/** The maximum number of messages in one call of `sendBatch`. */
const MAX_BATCH = 100;

/** Sends any number of messages to a queue. */
export async function sendAll<Job>(
  queue: { sendBatch(messages: { body: Job }[]): Promise<unknown> },
  jobs: readonly Job[],
): Promise<void> {
  for (let i = 0; i < jobs.length; i += MAX_BATCH)
    await queue.sendBatch(jobs.slice(i, i + MAX_BATCH).map((body) => ({ body })));
}
