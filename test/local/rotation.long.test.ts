import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeAddress } from 'ethers';
import { afterAll, describe, expect, it } from 'vitest';
import { privateKeyOf } from '../../src/formats/ethereum/wallet.ts';
import { dotenvLines, newSecrets, parseSecrets } from '../../apps/server/state/secrets.ts';
import type { Trust } from '../../src/proof/chain.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import type { Proof } from '../../src/proof/format.ts';
import { seeLine } from '../support/alarms.ts';
import { append, create, provenBy } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const CHAIN_ID = '8275868384';
const temporary = mkdtempSync(join(tmpdir(), 'rotation-'));
afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

const addressOf = (key: string): string => computeAddress(key).toLowerCase();
const secretsOf = (state: string): Record<string, string> =>
  parseSecrets(readFileSync(join(state, 'secrets.env')), 'secrets.env').values;
const writeSecrets = (state: string, values: Record<string, string>): void =>
  writeFileSync(join(state, 'secrets.env'), dotenvLines(values), { mode: 0o600 });
const newKey = (): string => newSecrets().CHAIN_VALIDATOR_KEY;
const alarms = ({ paths }: Launched): any[] =>
  readFileSync(paths.serviceLog, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"alarm"'))
    .map((line) => JSON.parse(line));

/** Records an event. Resolves to its proof. */
async function proven(service: Launched): Promise<Proof> {
  const access = { base: service.base, token: await service.token() };
  const { identity } = await append(access, await create(access));
  return JSON.parse(await provenBy(access, identity)) as Proof;
}

const results = (proof: Proof, ...trusts: Trust[]): boolean[] =>
  trusts.map((trust) => {
    const { ok, vouched } = verifyProof(proof, trust);
    return ok && vouched;
  });

describe('a new state directory', () => {
  const state = join(temporary, 'new');
  let first: string;
  let before: Proof;
  let after: Proof;

  it('has keys of the chain that are not derived from WALLET_SEED', async () => {
    const service = await launch(state);
    const { WALLET_SEED, CHAIN_VALIDATOR_KEY, CHAIN_SIGNER_KEY } = secretsOf(state);
    first = addressOf(CHAIN_VALIDATOR_KEY!);
    before = await proven(service);
    await service.stop();
    const derived = ['validator', 'signer'].map(
      (name) =>
        `0x${Buffer.from(privateKeyOf(Buffer.from(WALLET_SEED!, 'hex'), `${name}|${CHAIN_ID}`)).toString('hex')}`,
    );
    expect(new Set([CHAIN_VALIDATOR_KEY, CHAIN_SIGNER_KEY, ...derived]).size).toBe(4);
    expect([before.chain.chain_id, before.chain.validator_address]).toEqual([CHAIN_ID, first]);
    const signer = addressOf(CHAIN_SIGNER_KEY!);
    expect(results(before, { validator: first, signer })).toEqual([true]);
    expect(results(before, { validator: first, signer: addressOf(derived[1]!) })).toEqual([false]);
  });

  it('rotates the validator when a new key precedes the old one, and proofs verify from the genesis', async () => {
    const { CHAIN_VALIDATOR_KEY: old, ...others } = secretsOf(state);
    const key = newKey();
    writeSecrets(state, { ...others, CHAIN_VALIDATOR_KEY: `${key},${old}` });
    const service = await launch(state);
    after = await proven(service);
    const second = addressOf(key);
    alarms(service).forEach((line) => seeLine(JSON.stringify(line)));
    expect(alarms(service)).toContainEqual(
      expect.objectContaining({
        message: 'the validator of the embedded chain was rotated',
        from: first,
        to: second,
        block: expect.any(Number),
      }),
    );
    const genesis = before.chain.genesis_hash;
    expect(after.chain).toMatchObject({ genesis_hash: genesis, validator_address: second });
    expect(after.chain.rotations).toHaveLength(1);
    expect(results(after, { genesis }, { validator: first }, { validator: second })).toEqual([true, true, true]);
    // Proofs of earlier blocks need no record of the rotation and do not name the new validator.
    const access = { base: service.base, token: await service.token() };
    const again = JSON.parse(await provenBy(access, before.event.identity)) as Proof;
    expect(again.chain).toEqual(before.chain);
    expect(results(again, { genesis }, { validator: first }, { validator: second })).toEqual([true, true, false]);
    await service.stop();
    writeSecrets(state, { ...others, CHAIN_VALIDATOR_KEY: key });
  });

  it('continues without the old key', async () => {
    const service = await launch(state);
    const { chain } = await proven(service);
    expect([chain.validator_address, chain.rotations]).toEqual([after.chain.validator_address, after.chain.rotations]);
    await service.stop();
    expect(alarms(service).filter(({ message }) => message.includes('rotated'))).toHaveLength(1);
  });

  it('can be restored only with the key of its validator', async () => {
    const backup = join(temporary, 'backup');
    expect(await command('backup', [backup, '--state', state])).toMatchObject({ code: 0 });
    const file = join(temporary, 'other.env');
    const { CHAIN_VALIDATOR_KEY: key, ...others } = secretsOf(state);
    const restore = (target: string, values: Record<string, string>) => {
      writeFileSync(file, dotenvLines(values));
      return command('restore', [backup, '--state', join(temporary, target), '--secrets', file]);
    };
    for (const CHAIN_VALIDATOR_KEY of [newKey(), '', 'seed'])
      expect((await restore('refused', { ...others, CHAIN_VALIDATOR_KEY })).stderr).toContain(
        'CHAIN_VALIDATOR_KEY: is not the key of the embedded chain of the service that was backed up',
      );
    expect((await restore('refused', others)).stderr).toContain('CHAIN_VALIDATOR_KEY is missing');
    expect(await restore('restored', { ...others, CHAIN_VALIDATOR_KEY: `${newKey()},${key}` })).toMatchObject({
      code: 0,
    });
  });
});

describe('a state directory of a version without CHAIN_VALIDATOR_KEY', () => {
  const state = join(temporary, 'old');
  const { CHAIN_VALIDATOR_KEY: _validator, CHAIN_SIGNER_KEY: _signer, ...earlier } = newSecrets();
  const seed = Buffer.from(earlier.WALLET_SEED, 'hex');
  const derived = `0x${Buffer.from(privateKeyOf(seed, `validator|${CHAIN_ID}`)).toString('hex')}`;

  it('keeps the validator derived from WALLET_SEED until "seed" is added after a new key', async () => {
    mkdirSync(state);
    writeSecrets(state, earlier);
    const service = await launch(state);
    const before = await proven(service);
    await service.stop();
    expect(secretsOf(state)).toEqual(earlier);
    expect(before.chain.validator_address).toBe(addressOf(derived));

    const key = newKey();
    writeSecrets(state, { ...earlier, CHAIN_VALIDATOR_KEY: `${key},seed` });
    const rotated = await launch(state);
    const after = await proven(rotated);
    await rotated.stop();
    expect(after.chain.validator_address).toBe(addressOf(key));
    expect(results(after, { genesis: before.chain.genesis_hash }, { validator: addressOf(derived) })).toEqual([
      true,
      true,
    ]);
  });
});
