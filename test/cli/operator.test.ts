import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveControl } from '../../apps/server/control.ts';
import { dotenvLines, newSecrets } from '../../apps/server/state/secrets.ts';
import { freePort } from '../../tools/free-port.ts';
import { PROJECT } from '../support/launcher.ts';

const temporary = mkdtempSync(join(tmpdir(), 'operator-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const secrets = newSecrets();
const COMMANDS = [
  ['fsck', []],
  ['tenant', ['create', 'Example Ltd']],
] as const;

describe.each(COMMANDS)('npm run %s', (name, args) => {
  it.each([
    ['that does not exist', () => join(temporary, 'absent')],
    ['whose service has ended', () => stateOf({ pid: 1, address: 'http://127.0.0.1:1', control: '/nowhere' })],
    ['whose service is starting', () => stateOf({ pid: 1, port: 1 })],
  ])('asks to start the service of a state directory %s', async (_, make) => {
    const state = make();
    const { code, stdout, stderr } = await run(name, [...args, '--state', state]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    // fsck has not shown progress yet.
    expect(stderr).toBe(
      `error: no service runs over the state directory ${state}: start it with \`npm start -- --state ${state}\`, ` +
        'or pass the address of a service with --url\n',
    );
  });

  it('sends nothing to another program at the former address of the service', async () => {
    const received: unknown[] = [];
    const address = await serve((request, response) => {
      received.push(request.headers);
      response.end('{}');
    });
    const state = stateOf({ pid: 1, address, control: join(temporary, 'ended.sock') });
    expect((await run(name, [...args, '--state', state])).stderr).toContain('no service runs over the state directory');
    expect(received).toEqual([]);
  });

  it('calls the running service with the secret of its state directory', async () => {
    const received: unknown[] = [];
    const address = await serve(({ url, headers }, response) => {
      received.push([url, headers.authorization]);
      response.writeHead(503).end('{"message":"the disk is full"}');
    });
    const control = join(temporary, `${name}.sock`);
    const server = await serveControl(control, {});
    const path = `/archivist/operator/v1/${name === 'tenant' ? 'tenants' : 'fsck'}`;
    const { code, stderr } = await run(name, [...args, '--state', stateOf({ pid: 1, address, control })]);
    await server.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${address}${path} responded with 503: the disk is full\n`);
    expect(received).toEqual([[path, `Bearer ${secrets.OPERATOR_SECRET}`]]);
  });

  it('reports that nothing responds at the address of --url', async () => {
    const url = `http://127.0.0.1:${await freePort()}/archivist`;
    const { code, stderr } = await run(name, [...args, '--url', url, '--state', stateOf({ pid: 1 })]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`error: ${url} does not respond: .*ECONNREFUSED.*: check the address and that the service runs\n$`),
    );
  });
});

it('npm run fsck accepts the response of an earlier version that was not restarted after an update', async () => {
  const address = await serve((_, response) => response.end('{"assets":1,"events":2,"findings":[],"next":""}'));
  const control = join(temporary, 'earlier.sock');
  const server = await serveControl(control, {});
  const { code, stdout } = await run('fsck', ['--state', stateOf({ pid: 1, address, control })]);
  await server.close();
  expect(code).toBe(0);
  // The log of the tenancy gets the events a moment later.
  expect(stdout).toMatch(/^Checked 1 assets with 2 events, [01] logs with [023] entries: no differences\.\n$/);
});

let made = 0;
/** Creates a state directory with a service.json of the given content. */
function stateOf(service: object): string {
  const state = join(temporary, String(made++));
  mkdirSync(state);
  writeFileSync(join(state, 'secrets.env'), dotenvLines(secrets));
  writeFileSync(join(state, 'service.json'), JSON.stringify(service));
  return state;
}

/** Serves until this process ends; resolves to its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(name: string, args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { OPERATOR_SECRET: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), name, ...args], { env });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (output[stream] += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}
