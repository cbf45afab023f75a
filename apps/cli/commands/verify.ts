import type { Command } from 'commander';
import { HttpTransport } from '../../../src/formats/ethereum/transport.ts';
import { plain } from '../../../src/lib/text.ts';
import { positionOf } from '../../../src/proof/chain.ts';
import { askNode } from '../../../src/proof/node.ts';
import { NO_WORD, type Report, type Step } from '../../../src/proof/report.ts';
import { stampWord, verifyStamps } from '../../../src/proof/stamp-authority.ts';
import { examineBytes, isOfLog, logProofIn, relianceOf, type AnyProof } from '../../../src/proof/verify.ts';
import { operatorCommand, repeatable, wholeNumber, type Manual } from '../command-line.ts';
import { terminalOn, writeStep } from '../terminal.ts';
import { verifyRecords } from '../verify/export/command.ts';
import { bytesOf, verifyOptions, type GivenOptions, type VerifyOptions } from '../verify/options.ts';
import { withService } from '../verify/service.ts';

const EXIT = { holds: 0, fails: 1, unvouched: 3, erased: 4 } as const;

const MANUAL: Manual = {
  examples: [
    [
      'verify a saved proof with a known key of the log',
      'npm run -s verify -- proof.json --vkey evidence.example.com/archivist/v1/logs/...+...',
    ],
    ['verify an export', 'npm run -s verify -- export-2026-11/ --vkey evidence.example.com/archivist/v1/logs/...+...'],
    [
      'verify a proof with a checkpoint that you saved',
      'npm run -s verify -- proof.json --checkpoint saved.txt --service https://evidence.example.com/archivist',
    ],
  ],
  exitCodes: [
    [
      EXIT.holds,
      'the proof or the export is valid: every step passed, and the log or the chain is the one that you know',
    ],
    [
      EXIT.fails,
      'a step failed; its name is on stderr. For an export, stdout names file, line and event of each problem',
    ],
    [2, 'the arguments are not valid, or the file cannot be read'],
    [
      EXIT.unvouched,
      'the proof or the export is consistent, but its log or chain is not verified: pass --vkey, ' +
        '--log-genesis or --checkpoint, or --genesis, --validator or --rpc, or for an external chain --rpc and ' +
        '--signer',
    ],
    [EXIT.erased, 'events of the window were erased, so its hash cannot be computed any more'],
  ],
};

export const command = (): Command =>
  operatorCommand(
    'npm run -s verify --',
    'Verifies a proof of an event, or an export with the proofs of all of its events, step by step, without the ' +
      'service and without network access. docs/export.md says what is verified of an export. Anyone can create a ' +
      'log and a chain: for a proof by the entry in a log, pass --vkey, --log-genesis or --checkpoint to check ' +
      'that the log is the one that you know; for every form, --genesis, --validator or --rpc do so for its chain. ' +
      'GET /v1/logs/L/keys of the service returns the keys of a log, GET /v1/node the genesis hash of the chain.',
    MANUAL,
  )
    .argument(
      '<file>',
      'the response of GET .../events/UUID:proof, of any form, which - reads from stdin; the directory of an ' +
        'export, with manifest.json and the files that it names; or the ZIP file of an auditor’s package',
    )
    .addOption(
      repeatable(
        '--vkey <vkey>',
        'known key of the log, or of a witness, which must have signed the checkpoint; an earlier key of the log ' +
          'also with --keys or --service',
      ),
    )
    .option(
      '--log-genesis <hash|file>',
      'known first entry of the log: its leaf hash as 64 hexadecimal digits, or a file with the entry or with ' +
        'the response of GET /v1/logs/L/tile/entries/000.p/1',
    )
    .option('--checkpoint <file>', 'checkpoint of the log that you saved or got from others')
    .addOption(
      repeatable(
        '--consistency <file>',
        'response of GET /v1/logs/L:consistency, between the sizes of the two checkpoints, or from 1 for --log-genesis',
      ),
    )
    .option(
      '--keys <file>',
      'response of GET /v1/logs/L/keys, whose changes of keys lead from a known earlier key to the one that has signed',
    )
    .option(
      '--service <url>',
      'base_url of the service that responds with consistency proofs and changes of keys (default: no network)',
    )
    .option(
      '--token-file <file>',
      'with --service: file with an access token for the log of a tenancy (default: the application of CLIENT_ID and ' +
        'CLIENT_SECRET in the environment)',
    )
    .addOption(
      repeatable('--tsa <file>', 'trusted certificate that checks the time stamps, PEM or DER, usually of a root CA'),
    )
    .option('--genesis <hash>', 'known hash of the genesis block: 0x and 64 hexadecimal digits')
    .option(
      '--validator <address>',
      'known current or earlier validator of the embedded chain: 0x and 40 hexadecimal digits',
    )
    .option('--signer <address>', 'known sender of the transaction: 0x and 40 hexadecimal digits')
    .option(
      '--manifest-sha256 <hash>',
      'known SHA-256 of manifest.json of an export, which GET /v1/exports/UUID returns',
    )
    .option('--rpc <url>', 'also compare the block and the transaction with this Ethereum node (default: no network)')
    .option(
      '--confirmations <number>',
      'with --rpc: blocks after which a block is final, 1 to 999999 (default: 12)',
      wholeNumber('--confirmations', 1, 999_999),
    )
    .action(verify);

/** Verifies a proof or an export: prints each step, and what it relies on. */
async function verify(file: string, given: GivenOptions): Promise<void> {
  const options = verifyOptions(file, given);
  const { records } = options;
  const verdict = records ? await verifyRecords(records, options) : print(await verifyProof(bytesOf(file), options));
  process.exitCode = EXIT[verdict];
}

/** Uses the network only for the service of `--service` and the node of `--rpc`. */
async function verifyProof(
  bytes: Uint8Array,
  { trust: given, rpc, confirmations, service }: VerifyOptions,
): Promise<Report> {
  const log = service && logProofIn(bytes);
  const known = log ? await withService(log, given, service) : given;
  const trust = { ...known, node: rpc !== undefined };
  const { report, proof } = examineBytes(bytes, trust);
  if (!proof) return report;
  const stamps = trust.tsa && isOfLog(proof) ? await verifyStamps(proof, trust.tsa) : undefined;
  if (stamps && !stamps.found) return failedAt(report, stamps.step);
  const evidence = rpc === undefined ? undefined : evidenceIn(proof);
  const step = evidence && (await askNode(evidence, new HttpTransport(rpc!), confirmations));
  if (step?.ok === false) return failedAt(report, step);
  const asked = step
    ? { ok: true, steps: [...report.steps, step], ...relianceOf(proof, trust, new URL(rpc!).host) }
    : report;
  if (!stamps?.found) return asked;
  return { ...asked, steps: [...asked.steps, stamps.step], word: `${asked.word}; ${stampWord(stamps.found)}` };
}

/** The report on a proof whose steps passed, except for a further one. */
const failedAt = ({ steps }: Report, step: Step): Report => ({ ok: false, steps: [...steps, step], ...NO_WORD });

/** The evidence of the chain of a proof whose steps passed, and the position of its transaction. */
function evidenceIn(proof: AnyProof): Parameters<typeof askNode>[0] | undefined {
  if (!isOfLog(proof)) return proof;
  return proof.anchor && { chain: proof.anchor.chain, event: positionOf(proof.anchor.chain) };
}

function print({ ok, steps, erased, word, vouched, of }: Report): keyof typeof EXIT {
  const terminal = terminalOn(process.stdout);
  for (const step of steps) writeStep(terminal, step);
  if (erased !== undefined) {
    terminalOn(process.stderr).error(`the proof is ${steps.at(-1)!.detail}`);
    return 'erased';
  }
  if (!ok) {
    terminalOn(process.stderr).error(`the proof is not valid: the step ${steps.at(-1)!.name} failed`);
    return 'fails';
  }
  const verdict = vouched ? 'The proof is valid' : `The proof is consistent, but its ${of ?? 'chain'} is not verified`;
  terminal.print(`${terminal.bold(verdict)}: ${plain(word)}.\n`);
  return vouched ? 'holds' : 'unvouched';
}
