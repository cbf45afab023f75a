/** Messages that a queue takes at once. */
const SENT_AT_ONCE = 100;

/** Sends messages to a queue, however many there are. */
export async function sendAll<Job>(
  queue: { sendBatch(messages: { body: Job }[]): Promise<unknown> },
  jobs: readonly Job[],
): Promise<void> {
  for (let i = 0; i < jobs.length; i += SENT_AT_ONCE)
    await queue.sendBatch(jobs.slice(i, i + SENT_AT_ONCE).map((body) => ({ body })));
}
