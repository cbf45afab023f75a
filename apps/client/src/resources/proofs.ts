import { eventPath, type ServiceCaller } from '../caller.ts';
import { EvidenceError } from '../errors.ts';
import type { RequestSettings } from '../types.ts';
import { consistencyNeeded, verifyProof, type Pins, type Verification } from '../verify.ts';
import { polled } from './events.ts';

/** `log`: by the entry in the transparency log. `window`: by the transaction on the chain. */
export type ProofForm = 'log' | 'window';

export type ProofOptions = RequestSettings & {
  /** Default: `log`. */
  form?: ProofForm;
};

/** Proofs of events. */
export class Proofs {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Reads the proof of an event, as the bytes to keep. Rejects with NOT_FOUND while it does not exist yet. */
  async get(event: string, { form, ...settings }: ProofOptions = {}): Promise<Uint8Array> {
    const { path, anonymous } = eventPath(event);
    return this.#caller.bytes('GET', `${path}:proof`, { ...settings, anonymous, query: { form } });
  }

  /**
   * Waits until the proof of an event exists, and returns it. Rejects with DEADLINE_EXCEEDED after `within`
   * milliseconds (default: two minutes; with the form `window`, it can take an hour), and at once if the event does not
   * exist.
   */
  async wait(
    event: string,
    { within = 120_000, ...options }: ProofOptions & { within?: number } = {},
  ): Promise<Uint8Array> {
    const { path, anonymous } = eventPath(event);
    const { form: _, ...settings } = options;
    await this.#caller.json('GET', path, { ...settings, anonymous });
    const read = async (): Promise<Uint8Array | undefined> => {
      try {
        return await this.get(event, options);
      } catch (error) {
        if (error instanceof EvidenceError && error.status === 404) return undefined;
        throw error;
      }
    };
    return polled(this.#caller, read, {
      what: `the proof of ${event} did not exist`,
      timeout: within,
      signal: options.signal,
    });
  }

  /**
   * Reads the latest checkpoint of a log, as the bytes to keep. `log`: `public`, or the UUID of a tenancy or of a log.
   */
  async checkpoint(log: string, settings: RequestSettings = {}): Promise<Uint8Array> {
    return this.#caller.bytes('GET', '/v1/logs/{log}/checkpoint', { ...settings, path: { log } });
  }

  /** Verifies a proof without the network: see `verifyProof`. */
  verify(proof: string | Uint8Array, pins: Pins = {}): Verification {
    return verifyProof(proof, pins);
  }

  /**
   * The pins with the consistency proofs that a saved checkpoint or a first entry of the log requires, read from the
   * service. They need not be trusted, because `verify` checks them.
   */
  async withConsistency(proof: string | Uint8Array, pins: Pins, settings: RequestSettings = {}): Promise<Pins> {
    const needed = consistencyNeeded(proof, pins);
    const read = await Promise.all(
      needed.map(({ log, from, to }) =>
        this.#caller.bytes('GET', '/v1/logs/{log}:consistency', { ...settings, path: { log }, query: { from, to } }),
      ),
    );
    return read.length === 0 ? pins : { ...pins, consistency: [...(pins.consistency ?? []), ...read] };
  }
}
