import type { Command } from 'commander';
import { HttpTransport } from '../../../src/formats/ethereum/transport.ts';
import { plain } from '../../../src/lib/text.ts';
import { answersOf, type Answer } from '../../../src/proof/answers.ts';
import { positionOf, type Trust } from '../../../src/proof/chain.ts';
import type { Examination } from '../../../src/proof/examine.ts';
import { examineAuthor } from '../../../src/proof/log-author.ts';
import { isHistory } from '../../../src/proof/history.ts';
import { askNode } from '../../../src/proof/node.ts';
import { knownAuthor, pinsOf } from '../../../src/proof/pin-file.ts';
import { NO_WORD, type Report, type Step } from '../../../src/proof/report.ts';
import { verifyEventStamps, withStamps } from '../../../src/proof/stamp-authority.ts';
import { stampWord } from '../../../src/proof/stamp-word.ts';
import { examineBytes, isOfLog, relianceOf, type AnyProof } from '../../../src/proof/verify.ts';
import { operatorCommand, repeatable, wholeNumber, type Manual } from '../command-line.ts';
import { terminalOn, writeAnswer, writeStep } from '../terminal.ts';
import { verifyRecords } from '../verify/export/command.ts';
import { historyIn, verifyHistoryFile } from '../verify/history.ts';
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

export const command = (): Command => withChain(withLog()).action(verify);

/** The command with the options of a log, of authors and of authorities. */
const withLog = (): Command =>
  operatorCommand(
    'npm run -s verify --',
    'Verifies a proof of an event, a complete history of an asset, or an export, step by step, without the ' +
      'service and without network access. docs/export.md says what is verified of an export. Anyone can create a ' +
      'log and a chain: for a proof by the entry in a log, pass --vkey, --log-genesis or --checkpoint to check ' +
      'that the log is the one that you know; for every form, --genesis, --validator or --rpc do so for its chain. ' +
      'GET /v1/logs/L/keys of the service returns the keys of a log, GET /v1/node the genesis hash of the chain.',
    MANUAL,
  )
    .argument(
      '<file>',
      'the response of GET .../events/UUID:proof or .../assets/UUID:history, which - reads from stdin; the directory ' +
        'of an export, with manifest.json and the files that it names; or the ZIP file of an auditor’s package',
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
    .addOption(
      repeatable('--author-key <thumbprint>', 'known key of the author, of which one must have signed the event'),
    )
    .option(
      '--pins <file>',
      'file with the values that you keep, JSON: vkeys of logs, values of chains, names of authors by their keys, ' +
        'certificates of authorities (docs/anchoring.md)',
    );

/** Adds the options of a chain and of an export. */
const withChain = (command: Command): Command =>
  command
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
    );

/** Verifies a proof or an export: prints each step, the answers that they give, and what they rely on. */
async function verify(file: string, given: GivenOptions): Promise<void> {
  const options = verifyOptions(file, given);
  const { records } = options;
  process.exitCode = EXIT[records ? await verifyRecords(records, options) : print(await verifyDocument(file, options))];
}

type Verified = { report: Report; answers: readonly Answer[] };

/** Verifies a complete history or a proof. */
async function verifyDocument(file: string, options: VerifyOptions): Promise<Verified> {
  const pieces = historyIn(file);
  if (pieces) return verifyHistoryFile(pieces, options);
  const bytes = bytesOf(file);
  return isHistory(bytes) ? verifyHistoryFile([bytes], options) : verifyProof(bytes, options);
}

/** Uses the network only for the service of `--service` and the node of `--rpc`. */
async function verifyProof(bytes: Uint8Array, options: VerifyOptions): Promise<Verified> {
  const { pins, service, rpc } = options;
  // Read without known values first, only to choose those of its log and chain.
  const read = pins || service ? examineBytes(bytes).proof : undefined;
  const pinned = { ...(read ? pinnedFor(read, options) : {}), ...options.trust };
  const known = service && read && isOfLog(read) ? await withService(read, pinned, service) : pinned;
  const trust = { ...known, node: rpc !== undefined };
  const { report, proof, stamp } = await examined(bytes, trust, options);
  const author = proof && pins ? knownAuthor(proof, pins) : undefined;
  const node = rpc === undefined ? undefined : new URL(rpc).host;
  return { report, answers: answersOf(report, proof, { trust, author, node, stamp }) };
}

/** What the user keeps of the log, the chain, the author and the authorities of a proof. */
const pinnedFor = (proof: AnyProof, { pins, authorities }: VerifyOptions): Trust => ({
  ...(pins ? pinsOf(proof, pins) : {}),
  ...(isOfLog(proof) && proof.stamps && authorities.length > 0 ? { tsa: authorities } : {}),
});

/** Uses the network only for the node of `--rpc`. `stamp`: what the time stamps show. */
async function examined(
  bytes: Uint8Array,
  trust: Trust,
  { rpc, confirmations }: VerifyOptions,
): Promise<Examination<AnyProof> & { stamp?: string }> {
  const { report, proof } = examineAuthor(examineBytes(bytes, trust), trust);
  if (!proof) return { report, proof };
  const stamps = trust.tsa && isOfLog(proof) ? await verifyEventStamps(proof, trust.tsa) : undefined;
  if (stamps && !stamps.found) return { report: withStamps(report, stamps), proof };
  const evidence = rpc === undefined ? undefined : evidenceIn(proof);
  const step = evidence && (await askNode(evidence, new HttpTransport(rpc!), confirmations));
  if (step?.ok === false) return { report: failedAt(report, step), proof };
  const reliance = step ? relianceOf(proof, trust, new URL(rpc!).host) : {};
  const asked = { ...report, steps: [...report.steps, ...(step ? [step] : [])], ...reliance };
  if (!stamps?.found) return { report: asked, proof };
  return { report: withStamps(asked, stamps), proof, stamp: stampWord(stamps.found) };
}

/** The report on a proof whose steps passed, except for a further one. */
const failedAt = ({ steps }: Report, step: Step): Report => ({ ok: false, steps: [...steps, step], ...NO_WORD });

/** The evidence of the chain of a proof whose steps passed, and the position of its transaction. */
function evidenceIn(proof: AnyProof): Parameters<typeof askNode>[0] | undefined {
  if (!isOfLog(proof)) return proof;
  return proof.anchor && { chain: proof.anchor.chain, event: positionOf(proof.anchor.chain) };
}

function print({ report, answers }: Verified): keyof typeof EXIT {
  const { ok, steps, erased, word, vouched, of } = report;
  const terminal = terminalOn(process.stdout);
  for (const step of steps) writeStep(terminal, step);
  for (const answer of erased === undefined ? answers : []) writeAnswer(terminal, answer);
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
