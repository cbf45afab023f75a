import { Option, type Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import { EvidenceError, thumbprint, type EvidenceClient, type EventSigner, type SigningKey } from '../../index.ts';
import { clientFor, outputFor } from '../context.ts';
import { CURVES, signerInNew } from '../key-file.ts';
import { addListing } from '../listing.ts';
import type { CommandOutput, TableCell } from '../output.ts';
import { timeText } from '../times.ts';

/** Commands about the keys with which authors sign events. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Keys with which you sign the events that you record');
  addCreate(keys);
  addListing(keys, {
    description: 'List the keys of the tenancy, the newest first',
    columns: ['NAME', 'OWNER', 'STATE', 'THUMBPRINT', 'IDENTITY'],
    list: (client) => client.signingKeys.list(),
    cells: (key) => [key.display_name, ownerText(key), stateCell(key), key.thumbprint, key.identity],
  });
  addRevoke(keys);
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description(
      'Create a private key in a file that only you can read, and enrol its public key as yours. If the file ' +
        'exists, its key is enrolled. The private key is not sent',
    )
    .argument('<file>', 'file of the private key, a JWK')
    .requiredOption('--name <name>', 'name of the key for others in the tenancy, such as "Phone of Ada"')
    .addOption(new Option('--curve <curve>', 'Ed25519, or P-256').choices(CURVES).default('P-256'))
    .addHelpText('after', examplesText('evidence keys create key.json --name "Laptop of Ada"'))
    .action(async (file: string, given: { name: string; curve: (typeof CURVES)[number] }, command: Command) => {
      const client = clientFor(command);
      const signer = await signerInNew(file, given.curve);
      showKey(outputFor(command), await enrolled(client, signer, given.name));
    });
}

/** Enrols a key. One that an earlier command of the caller has enrolled is returned. */
async function enrolled(client: EvidenceClient, signer: EventSigner, name: string): Promise<SigningKey> {
  try {
    return await client.signingKeys.enrol(signer, name);
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.status !== 409) throw error;
    const own = thumbprint(signer.publicJwk);
    const { principal } = await client.request('GET', '/v1/whoami');
    for await (const key of client.signingKeys.list())
      if (key.thumbprint === own && key.owner.issuer === principal.issuer && key.owner.subject === principal.subject)
        return key;
    throw error;
  }
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .description('Revoke a key of yours, or as an administrator any key: what it signs from then on is refused')
    .argument('<key>', 'signing_keys/UUID')
    .requiredOption('--reason <text>', 'why; everyone in the tenancy can read it')
    .addHelpText('after', examplesText('evidence keys revoke signing_keys/UUID --reason "The laptop was lost"'))
    .action(async (identity: string, { reason }: { reason: string }, command: Command) => {
      if (reason.trim() === '') throw new UsageError('--reason: must not be empty');
      showKey(outputFor(command), await clientFor(command).signingKeys.revoke(identity, reason));
    });
}

const ownerText = ({ owner: { display_name, email, subject } }: SigningKey): string =>
  display_name || email || subject || '';

const stateCell = ({ revoked_at }: SigningKey): TableCell =>
  revoked_at === null ? 'valid' : { text: `revoked ${timeText(revoked_at)}`, tone: 'bad' };

const showKey = (output: CommandOutput, key: SigningKey): void =>
  output.record(key, [
    ['identity', key.identity],
    ['name', key.display_name],
    ['owner', ownerText(key)],
    ['thumbprint', key.thumbprint],
    ['state', stateCell(key)],
    ...(key.revoked_reason === '' ? [] : [['reason', key.revoked_reason] as const]),
  ]);
