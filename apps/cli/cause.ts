/** Returns the reason of a failed fetch, which is in the cause of the error. */
export function causeOf(error: unknown): string {
  const { message, cause } = error as {
    message: string;
    cause?: { message?: string; code?: string };
  };
  return cause?.message || cause?.code || message;
}
