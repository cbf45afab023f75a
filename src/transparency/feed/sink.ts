import { utf8 } from '../../lib/text.ts';
import type { Sink } from './hub.ts';

/** Bytes of a stream that wait for its client. */
const BUFFERED = 256 * 1024;

/** The body of a response, as text is sent to it. `onCancel` is called when its client has disconnected. */
export class StreamSink implements Sink {
  readonly readable: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #waiting: (() => void)[] = [];
  #isOpen = true;

  constructor(onCancel: () => void) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#wake(),
        cancel: () => {
          this.#isOpen = false;
          this.#wake();
          onCancel();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED }),
    );
  }

  send(text: string): boolean {
    if (!this.#isOpen) return false;
    this.#controller.enqueue(utf8(text));
    return this.#hasRoom;
  }

  ready(): Promise<void> {
    if (!this.#isOpen || this.#hasRoom) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#controller.close();
    this.#wake();
  }

  get #hasRoom(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
