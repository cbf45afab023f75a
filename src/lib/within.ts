/**
 * Resolves or rejects as `work` does, or rejects with the error of `late` after some milliseconds. The work goes on.
 * Call it in a request: the timers of a Durable Object stand still while the clock of the machine is set back.
 */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
