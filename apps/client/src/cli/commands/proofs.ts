import { writeFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { examplesText, repeatable, UsageError, wholeNumber } from '../../../../cli/command-line.ts';
import { stepText } from '../../../../cli/terminal.ts';
import { escaped, plain } from '../../../../../src/lib/text.ts';
import { verifyProof, type Pins, type ProofForm, type Verification } from '../../index.ts';
import { toned, type Tone } from '../colors.ts';
import { clientFor, outputFor } from '../context.ts';
import { EXIT } from '../exit.ts';
import { bytesOf } from '../files.ts';
import { writeJson } from '../output.ts';

export function addProofs(program: Command): void {
  program
    .command('proof')
    .description('Download the proof of an event')
    .argument('<event>', 'assets/UUID/events/UUID, or publicassets/UUID/events/UUID without credentials')
    .addOption(
      new Option('--form <form>', 'log: by the transparency log; window: by the transaction on the chain')
        .choices(['log', 'window'])
        .default('log'),
    )
    .option('--wait <seconds>', 'wait until it exists, at most this long', wholeNumber('--wait', 0, 86_400), 0)
    .option('-o, --output <file>', 'write it to a file (default: stdout)')
    .addHelpText('after', examplesText('evidence proof assets/UUID/events/UUID --wait 60 -o proof.json'))
    .action(async (event: string, given: { form: ProofForm; wait: number; output?: string }, command: Command) => {
      const { proofs } = clientFor(command);
      const { form, wait, output } = given;
      const proof = await (wait > 0 ? proofs.wait(event, { form, within: wait * 1000 }) : proofs.get(event, { form }));
      if (output === undefined) print(proof);
      else save(output, proof);
    });

  program
    .command('verify')
    .description(
      'Verify a proof without the network: what it shows depends on the pins, which you know from another source',
    )
    .argument('<file>', 'the proof; - reads it from stdin')
    .addOption(repeatable('--vkey <vkey>', 'key of the log or of a witness'))
    .option('--checkpoint <file>', 'checkpoint of the log that you saved earlier')
    .option('--log-genesis <hash|file>', 'first entry of the log, or its leaf hash')
    .addOption(repeatable('--consistency <file>', 'consistency proof between the sizes of two checkpoints'))
    .addOption(repeatable('--author-key <thumbprint>', 'key of the author, of which one must have signed the event'))
    .option('--genesis <hash>', 'hash of block 0 of the chain')
    .option('--validator <address>', 'validator of the embedded chain')
    .option('--signer <address>', 'sender of the transaction')
    .addHelpText(
      'after',
      examplesText(
        'evidence verify proof.json --vkey evidence.example.com/archivist/v1/logs/...+...',
        'evidence verify proof.json --genesis 0x...',
      ),
    )
    .action((file: string, given: Pinned, command: Command) => {
      const result = verifyProof(bytesOf(file), pinsOf(given));
      const { json } = outputFor(command);
      if (json) writeJson(result);
      else process.stdout.write(textOf(result));
      process.exitCode = { valid: EXIT.done, invalid: EXIT.failed, unpinned: EXIT.unpinned, erased: EXIT.erased }[
        result.verdict
      ];
    });
}

type Pinned = {
  vkey?: string[];
  checkpoint?: string;
  logGenesis?: string;
  consistency?: string[];
  authorKey?: string[];
  genesis?: string;
  validator?: string;
  signer?: string;
};

function pinsOf({ vkey, checkpoint, logGenesis, consistency, authorKey, ...chain }: Pinned): Pins {
  return {
    ...chain,
    ...(vkey ? { vkeys: vkey } : {}),
    ...(checkpoint === undefined ? {} : { checkpoint: bytesOf(checkpoint) }),
    ...(logGenesis === undefined
      ? {}
      : { logGenesis: /^[0-9a-f]{64}$/.test(logGenesis) ? logGenesis : bytesOf(logGenesis) }),
    ...(authorKey ? { authorKeys: authorKey } : {}),
    ...(consistency ? { consistency: consistency.map(bytesOf) } : {}),
  };
}

const VERDICTS: Record<Verification['verdict'], string> = {
  valid: 'The proof is valid',
  unpinned: 'The proof is consistent, but no pin identifies its log or chain',
  invalid: 'The proof is not valid',
  erased: 'The proof cannot be checked any more: events of its time window were erased',
};

const TONES: Record<Verification['verdict'], Tone> = {
  valid: 'good',
  unpinned: 'pending',
  invalid: 'bad',
  erased: 'pending',
};

function textOf({ verdict, reliesOn, steps }: Verification): string {
  const toneOf = ({ ok, skipped }: (typeof steps)[number]): Tone | undefined => {
    if (!ok) return 'bad';
    return skipped ? 'quiet' : undefined;
  };
  const lines = steps.map((step) => `${toned(stepText(step), toneOf(step))}\n`);
  const summary = `${VERDICTS[verdict]}${reliesOn === '' ? '' : `: ${plain(reliesOn)}`}.`;
  return `${lines.join('')}${toned(summary, TONES[verdict])}\n`;
}

/** Writes a proof to stdout: its bytes, or on a terminal the same JSON, which cannot control it. */
function print(proof: Uint8Array): void {
  process.stdout.write(process.stdout.isTTY ? escaped(new TextDecoder().decode(proof)) : proof);
}

function save(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    throw new UsageError(`--output: ${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
