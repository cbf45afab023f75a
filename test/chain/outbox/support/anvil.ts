import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';

const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;
/**
 * The program itself: the command `anvil` of the package is a script that starts it, and ends at a signal before the
 * program has written its state and closed its port.
 */
const ANVIL = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')).resolve(
  `@foundry-rs/anvil-${process.platform}-${ARCHITECTURE}/bin/anvil`,
);

export const CHAIN_ID = 4242;
/** The first account of the well-known test mnemonic, which anvil funds. */
export const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Another account that anvil funds. */
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export type Anvil = Awaited<ReturnType<typeof startAnvil>>;
type Rpc = <T = any>(method: string, ...params: unknown[]) => Promise<T>;

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill()));

/** Starts a node that mines only on request, unless `blockTime` is set. `finalized` is two blocks behind the newest. */
export async function startAnvil(
  options: { port?: number; blockTime?: number; state?: string; load?: string; more?: string[] } = {},
) {
  const { port = 0, blockTime, state, load, more = [] } = options;
  const child = spawn(
    ANVIL,
    [
      `--port=${port}`,
      '--accounts=2',
      `--chain-id=${CHAIN_ID}`,
      '--slots-in-an-epoch=1',
      ...(blockTime === undefined ? ['--no-mining'] : ['--block-time', String(blockTime)]),
      ...(state === undefined ? [] : ['--dump-state', state, '--preserve-historical-states']),
      ...(load === undefined ? [] : ['--load-state', load]),
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => (running.delete(child), resolve())));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const [, address] = /Listening on (\S+)/.exec(output) ?? [];
        if (address) resolve(`http://${address}`);
      });
    void ended.then(() => reject(new Error(`anvil ended: ${output}`)));
  });
  const rpc: Rpc = async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: any; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    url,
    port: Number(new URL(url).port),
    rpc,
    mine: (blocks = 1) => rpc('anvil_mine', `0x${blocks.toString(16)}`),
    height: async () => Number(await rpc('eth_blockNumber')),
    /** The inputs of all mined transactions of the signer, in the order of the chain. */
    inputs: async (from = SIGNER): Promise<string[]> => (await sentBy(rpc, from)).map(({ input }) => input),
    sent: (from = SIGNER) => sentBy(rpc, from),
    /** Stops the node with SIGINT, so that it writes its state to `state`. */
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

type Sent = { hash: string; nonce: string; input: string; blockNumber: string; type: string };

async function sentBy(rpc: Rpc, from: string): Promise<Sent[]> {
  const height = Number(await rpc('eth_blockNumber'));
  const found: Sent[] = [];
  for (let number = 0; number <= height; number++) {
    const block = await rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, true);
    found.push(...block.transactions.filter((tx: { from: string }) => tx.from === from.toLowerCase()));
  }
  return found;
}
