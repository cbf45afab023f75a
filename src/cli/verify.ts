import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { HttpTransport } from '../ethereum/transport.ts';
import { printable } from '../core/text.ts';
import { isPin, PINS, wordOf, type Trust } from '../proof/chain.ts';
import { askNode } from '../proof/node.ts';
import { NO_WORD, reasonOf, type Report } from '../proof/report.ts';
import { examineBytes } from '../proof/verify.ts';
import { terminalOn } from './terminal.ts';

const USAGE =
  'npm run -s verify -- FILE|- [--genesis HASH] [--validator ADDRESS] [--signer ADDRESS] [--rpc URL [--confirmations N]]';

type Arguments = { file: string; trust: Trust; rpc: string | undefined; confirmations: number };

/** The arguments are not valid, or the file cannot be read. */
class Misuse extends Error {}

/** Exit codes. */
const EXIT = { holds: 0, fails: 1, misuse: 2, unvouched: 3 } as const;

/**
 * Verifies a proof: prints each step, and what the proof relies on. Exits with 1 if a step fails, 2 for arguments or a
 * file that it cannot use, and 3 if every step passes but the chain is not verified. Uses the network only for the
 * node of `--rpc`.
 */
export async function main(): Promise<void> {
  try {
    const given = verifyArguments(process.argv.slice(2));
    process.exitCode = EXIT[print(await verified(bytesOf(given.file), given))];
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    const terminal = terminalOn(process.stderr);
    terminal.error(error.message);
    terminal.print(`usage: ${USAGE} (--help explains the options)\n`);
    process.exitCode = EXIT.misuse;
  }
}

async function verified(bytes: Uint8Array, { trust, rpc, confirmations }: Arguments): Promise<Report> {
  const { report, proof } = examineBytes(bytes, { ...trust, node: rpc !== undefined });
  if (!proof || rpc === undefined) return report;
  const step = await askNode(proof, new HttpTransport(rpc), confirmations);
  return {
    ok: step.ok,
    steps: [...report.steps, step],
    ...(step.ok ? wordOf(proof, trust, new URL(rpc).host) : NO_WORD),
  };
}

function print({ ok, steps, word, vouched }: Report): 'holds' | 'fails' | 'unvouched' {
  const { print: write, bold, dim } = terminalOn(process.stdout);
  for (const { name, ok: holds, skipped, detail } of steps) {
    const line = `${holds ? (skipped ? '-   ' : 'ok  ') : 'FAIL'} ${name.padEnd(11)} ${detail}`;
    write(`${holds ? (skipped ? dim(line) : line) : bold(line)}\n`);
  }
  if (!ok) {
    terminalOn(process.stderr).error(`the proof is not valid: the step ${steps.at(-1)!.name} failed`);
    return 'fails';
  }
  const verdict = vouched ? 'The proof is valid' : 'The proof is consistent, but its chain is not verified';
  write(`${bold(verdict)}: ${word}.\n`);
  return vouched ? 'holds' : 'unvouched';
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new Misuse(`${file === '-' ? 'stdin' : file}: cannot be read: ${reasonOf(error)}`);
  }
}

function verifyArguments(argv: string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Misuse('FILE: must be exactly one file, or - for stdin');
  const { rpc, confirmations } = values;
  const pin = (name: keyof typeof PINS): Trust => {
    const value = values[name];
    if (value === undefined) return {};
    if (!isPin(name, value)) throw new Misuse(`--${name}: must be 0x and ${PINS[name]} hexadecimal digits`);
    return { [name]: value };
  };
  const depth = confirmations ?? '12';
  if (!/^[1-9]\d{0,5}$/.test(depth)) throw new Misuse('--confirmations: must be a whole number from 1 to 999999');
  if (confirmations !== undefined && rpc === undefined) throw new Misuse('--confirmations: requires --rpc');
  return {
    file,
    trust: { ...pin('genesis'), ...pin('validator'), ...pin('signer') },
    rpc: rpc === undefined ? undefined : httpAddress(rpc),
    confirmations: Number(depth),
  };
}

function parsed(argv: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { rpc: text, genesis: text, validator: text, signer: text, confirmations: text },
    });
  } catch (error) {
    throw new Misuse(reasonOf(error));
  }
}

function httpAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Misuse(`--rpc: must be an http or https address, not "${printable(text)}"`);
  return text;
}
