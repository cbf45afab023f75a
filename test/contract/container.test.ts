import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command as start } from '../../apps/cli/commands/start.ts';
import { optionsOf } from '../cli/support/options.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const file = read('Containerfile');
const instructions = (name: string): string[] =>
  [...file.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest!);

test('the image runs the service as a user other than root, with the state in a volume and a health check', () => {
  expect(instructions('USER')).toEqual(['10001:10001']);
  expect(JSON.parse(instructions('VOLUME')[0]!)).toContain('/var/lib/asset-evidence');
  expect(file).toMatch(/^HEALTHCHECK [^]*\/healthz/m);
  expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
});

test('the image starts with arguments that the service accepts, and only with the address of a TLS proxy', () => {
  const [node, script, ...args] = JSON.parse(instructions('ENTRYPOINT')[0]!) as string[];
  expect([node, existsSync(join(ROOT, script!))]).toEqual(['node_modules/.bin/node', true]);
  expect(() => optionsOf(start, args)).toThrow('set --origin to the https address of the TLS proxy');
  expect(optionsOf(start, [...args, '--origin', 'https://evidence.example.com'])).toMatchObject({
    host: '0.0.0.0',
    port: 8787,
    state: '/var/lib/asset-evidence',
  });
  const command = /^ {4}command: (\[.*\])$/m.exec(read('docs/samples/compose.yaml'))![1]!;
  expect(optionsOf(start, [...args, ...(JSON.parse(command) as string[])]).trustedProxies).toEqual(['172.30.0.3']);
});

test('the image has every file that the service needs, and no state or secrets', () => {
  const included = read('.dockerignore').trim().split('\n');
  expect(included[0]).toBe('**');
  for (const path of included.slice(1)) expect(existsSync(join(ROOT, path.slice(1))), path).toBe(true);
  expect(included).toEqual(expect.arrayContaining(['!src', '!migrations', '!wrangler.toml', '!package-lock.json']));
});

test('the command for backups writes into a volume of the image and of the sample, outside of the state', () => {
  const page = read('docs/operations.md');
  const [, target, state] = /podman exec \S+ \S+ apps\/cli\/launch\.mjs backup (\S+) --state (\S+)`/.exec(page)!;
  const volume = target!.slice(0, target!.lastIndexOf('/'));
  expect(`${target}/`.startsWith(`${state}/`)).toBe(false);
  expect(JSON.parse(instructions('VOLUME')[0]!)).toContain(volume);
  expect(file).toMatch(new RegExp(`install -d -o asset-evidence .* ${volume} `));
  expect(read('docs/samples/compose.yaml')).toContain(`"backups:${volume}"`);
});
