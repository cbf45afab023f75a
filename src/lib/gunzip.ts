/** Decompresses gzip with what browsers and other runtimes of the web have. Throws for anything else. */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      try {
        for await (const chunk of chunks) controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  // Not the iterator of the stream, which some browsers do not have.
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
