import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointWitness } from '../../../apps/cli/witness/checkpoint-witness.ts';
import { command as witnessCommand } from '../../../apps/cli/commands/witness.ts';
import { serveWitness, type WitnessServer } from '../../../apps/cli/witness/server.ts';
import { openState } from '../../../apps/cli/witness/state.ts';
import { formatVkey } from '../../../src/formats/log/note.ts';
import { consistencyProof } from '../../../src/formats/log/proofs.ts';
import { formatAddCheckpoint } from '../../../src/formats/log/witness.ts';
import { freePort } from '../../../tools/free-port.ts';
import type { TestLog } from './test-log.ts';
import { optionsOf } from './options.ts';

export const COSIGNED_AT = 1_795_392_000;

/** A witness in this process, with its state directory and a clock that the test sets. */
export class Witnessing {
  readonly directory = mkdtempSync(join(tmpdir(), 'witness-'));
  /** Seconds since the epoch. */
  now = COSIGNED_AT;
  /** The notes of forks that the witness has seen. */
  readonly forks: { cosigned: string; submitted: string }[] = [];
  url = '';
  vkey = '';
  #server: WitnessServer | undefined;
  #port: number | undefined;

  /** Starts the witness, or starts it again over its state and at its address. */
  async start(vkeys: readonly string[], name = 'witness.example/1'): Promise<void> {
    await this.stop();
    const { logs } = optionsOf(
      witnessCommand,
      vkeys.flatMap((vkey) => ['--log', vkey]),
    );
    const { key, cosigned } = await openState(this.directory, name);
    const onFork = (notes: { cosigned: string; submitted: string }): void => void this.forks.push(notes);
    const witness = new CheckpointWitness({ key, logs, cosigned, now: () => this.now, onFork });
    this.#port ??= await freePort();
    this.#server = await serveWitness(witness, [...logs.keys()], { host: '127.0.0.1', port: this.#port });
    this.url = `http://127.0.0.1:${this.#server.port}`;
    this.vkey = formatVkey(key.verifier);
  }

  async stop(): Promise<void> {
    await this.#server?.close(0);
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async post(body: string | Uint8Array): Promise<{ status: number; type: string | null; body: string }> {
    const response = await fetch(`${this.url}/add-checkpoint`, { method: 'POST', body: body as BodyInit });
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
  }
}

/** The body of a request with the proof from `oldSize` to `size`, and the note. */
export const bodyFor = async (log: TestLog, oldSize: number, size: number, note: string): Promise<string> =>
  formatAddCheckpoint({ oldSize, proof: await consistencyProof(oldSize, size, log.read), note });
