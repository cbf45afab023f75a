import { plain } from '../../../src/lib/text.ts';
import { HttpTransport } from '../../../src/formats/ethereum/transport.ts';
import { positionOf } from '../../../src/proof/chain.ts';
import { askNode } from '../../../src/proof/node.ts';
import { NO_WORD, type Report } from '../../../src/proof/report.ts';
import { examineBytes, isOfLog, logProofIn, relianceOf, type AnyProof } from '../../../src/proof/verify.ts';
import { terminalOn } from '../terminal.ts';
import { verifyDirectory } from '../verify/export/command.ts';
import { bytesOf, Misuse, USAGE, verifyArguments, type Arguments } from '../verify/options.ts';
import { withService } from '../verify/service.ts';

/** Exit codes. */
const EXIT = { holds: 0, fails: 1, misuse: 2, unvouched: 3, erased: 4 } as const;

/**
 * Verifies a proof or an export: prints each step, and what it relies on. Exits with 1 if a step fails, 2 for arguments or a
 * file that it cannot use, 3 if every step passes but the log or the chain is not verified, and 4 if events of the window
 * were erased, so that its hash cannot be computed. Uses the network only for the service of `--service` and the node of
 * `--rpc`.
 */
export async function main(): Promise<void> {
  try {
    const given = verifyArguments(process.argv.slice(2));
    const { directory } = given;
    process.exitCode =
      EXIT[
        directory === undefined
          ? print(await verified(bytesOf(given.file), given))
          : await verifyDirectory(directory, given)
      ];
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    const terminal = terminalOn(process.stderr);
    terminal.error(error.message);
    terminal.print(`usage: ${USAGE} (--help explains the options)\n`);
    process.exitCode = EXIT.misuse;
  }
}

async function verified(bytes: Uint8Array, { trust: given, rpc, confirmations, service }: Arguments): Promise<Report> {
  const log = service && logProofIn(bytes);
  const known = log ? await withService(log, given, service) : given;
  const trust = { ...known, node: rpc !== undefined };
  const { report, proof } = examineBytes(bytes, trust);
  const evidence = proof && rpc !== undefined ? evidenceIn(proof) : undefined;
  if (!proof || !evidence) return report;
  const step = await askNode(evidence, new HttpTransport(rpc!), confirmations);
  return {
    ok: step.ok,
    steps: [...report.steps, step],
    ...(step.ok ? relianceOf(proof, trust, new URL(rpc!).host) : NO_WORD),
  };
}

/** The evidence of the chain of a proof whose steps passed, and the position of its transaction. */
function evidenceIn(proof: AnyProof): Parameters<typeof askNode>[0] | undefined {
  if (!isOfLog(proof)) return proof;
  return proof.anchor && { chain: proof.anchor.chain, event: positionOf(proof.anchor.chain) };
}

function print({ ok, steps, erased, word, vouched, of }: Report): Exclude<keyof typeof EXIT, 'misuse'> {
  const { print: write, bold, dim } = terminalOn(process.stdout);
  for (const { name, ok: holds, skipped, detail } of steps) {
    const line = plain(`${holds ? (skipped ? '-   ' : 'ok  ') : 'FAIL'} ${name.padEnd(11)} ${detail}`);
    write(`${holds ? (skipped ? dim(line) : line) : bold(line)}\n`);
  }
  if (erased !== undefined) {
    terminalOn(process.stderr).error(`the proof is ${steps.at(-1)!.detail}`);
    return 'erased';
  }
  if (!ok) {
    terminalOn(process.stderr).error(`the proof is not valid: the step ${steps.at(-1)!.name} failed`);
    return 'fails';
  }
  const verdict = vouched ? 'The proof is valid' : `The proof is consistent, but its ${of ?? 'chain'} is not verified`;
  write(`${bold(verdict)}: ${plain(word)}.\n`);
  return vouched ? 'holds' : 'unvouched';
}
