import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../../../src/platform/log.ts';
import { formatVkey } from '../../../src/formats/log/note.ts';
import { onNpmEnd } from '../../server/processes.ts';
import { lockState, makeStateDirectory, statePaths, writeAtomically } from '../../server/state/directory.ts';
import { terminalOn } from '../terminal.ts';
import { CheckpointWitness } from '../witness/cosigning.ts';
import { witnessArguments } from '../witness/options.ts';
import { serveWitness } from '../witness/server.ts';
import { openState } from '../witness/state.ts';

/** Milliseconds that requests in flight may take after a signal. */
const STOPS_WITHIN = 5_000;

/** Runs a witness until it receives a signal. */
export async function main(): Promise<void> {
  const { state, name, logs, host, port } = witnessArguments(process.argv.slice(2));
  makeStateDirectory(state);
  lockState(statePaths(state));
  const { key, cosigned } = await openState(state, name);
  const witness = new CheckpointWitness({
    key,
    logs,
    cosigned,
    now: () => Math.floor(Date.now() / 1000),
    onFork: (notes) => keepEvidence(state, notes),
  });
  const server = await serveWitness(witness, [...logs.keys()], { host, port });
  // A closed stdout must not stop the witness.
  process.stdout.on('error', () => undefined);
  terminalOn(process.stdout).print(
    `Ready. Press Ctrl-C to stop.\n\n` +
      `  address  http://${host.includes(':') ? `[${host}]` : host}:${server.port}\n` +
      `  vkey     ${formatVkey(key.verifier)}\n` +
      [...logs.keys()].map((origin) => `  log      ${origin}\n`).join('') +
      '\n',
  );
  const stop = (): void => void server.close(STOPS_WITHIN).then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  onNpmEnd(stop);
}

/** Writes the notes of two trees of one size to a file of the state directory: the first two for each log. */
function keepEvidence(state: string, notes: { cosigned: string; submitted: string }): void {
  const origin = notes.cosigned.split('\n', 1)[0]!;
  const file = join(state, `fork-${createHash('sha256').update(origin).digest('hex')}.json`);
  if (existsSync(file)) return;
  writeAtomically(file, `${JSON.stringify({ time: new Date().toISOString(), origin, ...notes }, null, 2)}\n`);
  log('error', 'a log has signed two trees of one size', { origin, evidence: file });
}
