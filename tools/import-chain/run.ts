/**
 * Exports an embedded chain by JSON-RPC and lets an independent Ethereum client import and execute it. Exits with 1 if
 * the client does not reach the head of the chain with the same state. Installs the client in this directory
 * first, because nothing else needs its 232 packages.
 *
 *   node tools/import-chain/run.ts [--client FILE]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gethGenesis } from '../../src/formats/ethereum/genesis.ts';
import { parseTransaction, senderOf } from '../../src/formats/ethereum/transaction.ts';
import {
  call,
  grownChain,
  keyOf,
  NOON,
  openChain,
  signed,
  sqlite,
  VALIDATOR_KEY,
} from '../../test/chain/support/chain.ts';
import { freePort } from '../free-port.ts';
import { ensureInstalled } from '../installed.ts';

const { values } = parseArgs({ options: { client: { type: 'string' } } });
const INSTALLED = join(import.meta.dirname, 'node_modules/.bin/ethereumjs');
const CLIENT = values.client ?? INSTALLED;
const BLOCKS = 250;
const TIMEOUT = 240_000;

/** A chain with varied blocks, then many more, and three rotations of the validator. */
function longChain() {
  const sql = sqlite();
  const first = grownChain(sql);
  let chain = first;
  const keys = [VALIDATOR_KEY, keyOf(1), keyOf(2), keyOf(3)];
  for (let i = 0; i < BLOCKS; i++) {
    const now = NOON + 86_400_000 + i * 10_000;
    // After odd and even numbers of blocks, because a rotation depends on the parity of its first block.
    const at = [50, 101, 177].indexOf(i);
    if (at >= 0) chain = openChain(sql, { validatorKey: keys[at + 1]!, formerKeys: [keys[at]!] }, now);
    chain.accept(signed(i + 1, {}, 2));
    chain.seal(now + 9000);
  }
  return { chain, genesis: gethGenesis(first.identity) };
}

/** Starts the client with these files. Resolves once its JSON-RPC endpoint responds. */
async function startClient(folder: string, genesis: string, blocks: string) {
  const port = await freePort();
  const files = ['--gethGenesis', genesis, '--loadBlocksFromRlp', blocks, '--dataDir', join(folder, 'data')];
  const alone = ['--sync', 'none', '--maxPeers', '0', '--port', String(await freePort()), '--discV4', 'false'];
  const open = ['--rpc', '--rpcAddr', '127.0.0.1', '--rpcPort', String(port)];
  const child = spawn(process.execPath, [CLIENT, ...files, ...alone, ...open], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const request = async (method: string, ...params: unknown[]): Promise<any> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    const answer = (await response.json()) as { result?: any; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  for (const deadline = Date.now() + TIMEOUT; ; await pause(250)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the client does not respond:\n${output}`);
    if (await request('eth_blockNumber').catch(() => undefined)) break;
  }
  return { request, stop: () => child.kill('SIGKILL'), output: () => output };
}

if (CLIENT === INSTALLED) ensureInstalled(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'chain-'));
let client: Awaited<ReturnType<typeof startClient>> | undefined;
try {
  const { chain, genesis: first } = longChain();
  const head = call(chain, 'eth_getBlockByNumber', 'latest', false);
  const rlp = Array.from({ length: Number(head.number) }, (_, i) =>
    Buffer.from(call<string>(chain, 'debug_getRawBlock', `0x${(i + 1).toString(16)}`).slice(2), 'hex'),
  );
  const [genesis, blocks] = [join(folder, 'genesis.json'), join(folder, 'blocks.rlp')];
  writeFileSync(genesis, JSON.stringify(first));
  writeFileSync(blocks, Buffer.concat(rlp));

  client = await startClient(folder, genesis, blocks);
  const [latest, zero] = [
    await client.request('eth_getBlockByNumber', 'latest', false),
    await client.request('eth_getBlockByNumber', '0x0', false),
  ];
  const same: [string, unknown, unknown][] = [
    ['genesis', zero.hash, call(chain, 'eth_getBlockByNumber', '0x0', false).hash],
    ['head', latest.hash, head.hash],
    ['state root', latest.stateRoot, head.stateRoot],
  ];
  // The client has the state only if it executed every block.
  for (const signer of [1, 2, 3]) {
    const sender = senderOf(parseTransaction(signed(0, {}, signer)));
    const counts = [client.request, (...given: [string, ...unknown[]]) => call(chain, ...given)];
    const [found, expected] = await Promise.all(counts.map((ask) => ask('eth_getTransactionCount', sender, 'latest')));
    same.push([`nonce of ${sender}`, found, expected]);
  }
  const wrong = same.filter(([, found, expected]) => found !== expected);
  for (const [what, found, expected] of wrong) console.error(`${what}: found ${found}, expected ${expected}`);
  if (wrong.length > 0) console.error(client.output());
  else console.log(`${await client.request('web3_clientVersion')} executed ${rlp.length} blocks to ${head.hash}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  client?.stop();
  rmSync(folder, { recursive: true, force: true });
}
