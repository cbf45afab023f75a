import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import type { components } from '../../index.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { addListing } from '../listing.ts';
import type { TableCell, CommandOutput } from '../output.ts';
import { timeText } from '../times.ts';

type Invite = components['schemas']['Invite'];

type SignInLink = components['schemas']['SignInLink'];

const INVITE = 'invites/UUID';
const PERSON = 'users/UUID';

/** Commands about the members of the tenancy, and about those who are invited. */
export function addPeople(program: Command): void {
  const people = program.command('people').description('Manage the members of the tenancy. For administrators');
  addListing(people, {
    description: 'List the members of the tenancy',
    columns: ['NAME', 'EMAIL', 'ROLES', 'SINCE', 'IDENTITY'],
    list: (client) => client.list('/v1/tenancies/users', 'users'),
    cells: (user) => [user.display_name, user.email, user.roles.join(', '), timeText(user.created), user.identity],
  });
  addPerson(people);
  addRecover(people);
  addEndSessions(people);

  const invites = program.command('invites').description('Invite people to the tenancy. For administrators');
  addListing(invites, {
    description: 'List invitations that were not accepted yet',
    columns: ['EMAIL', 'MAIL', 'EXPIRES', 'IDENTITY'],
    list: (client) => client.list('/v1/invites', 'invites'),
    cells: (invite) => [invite.email, mailCell(invite), timeText(invite.expiry_time), invite.identity],
  });
  addInvite(invites);
  addLink(invites);
  addDelete(invites);
}

function addPerson(people: Command): void {
  people
    .command('show')
    .description('Read a member')
    .argument('<person>', PERSON)
    .addHelpText('after', examplesText(`evidence people show ${PERSON}`))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('users', identity);
      const user = await clientFor(command).request('GET', '/v1/tenancies/users/{uuid}', { path });
      outputFor(command).record(user, [
        ['identity', user.identity],
        ['name', user.display_name],
        ['email', user.email],
        ['roles', user.roles.join(', ')],
        ['since', timeText(user.created)],
        ['issuer', user.issuer],
        ['subject', user.subject],
      ]);
    });
}

function addRecover(people: Command): void {
  people
    .command('recover')
    .description('Print a link by which a person with passkeys signs in again, once: whoever has it is let in')
    .argument('<person>', PERSON)
    .option('--keep-passkeys', 'keep the passkeys that the person has (default: they end at once, with their sessions)')
    .addHelpText('after', examplesText(`evidence people recover ${PERSON} --keep-passkeys`))
    .action(async (identity: string, { keepPasskeys = false }: { keepPasskeys?: boolean }, command: Command) => {
      const path = identified('users', identity);
      const body = { keep_passkeys: keepPasskeys };
      showLink(
        outputFor(command),
        await clientFor(command).request('POST', '/v1/tenancies/users/{uuid}:recover', { path, body }),
      );
    });
}

function addEndSessions(people: Command): void {
  people
    .command('end-sessions')
    .description('End the sessions of a person in all browsers. They can sign in again')
    .argument('<person>', PERSON)
    .addHelpText('after', examplesText(`evidence people end-sessions ${PERSON}`))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('users', identity);
      await clientFor(command).request('POST', '/v1/tenancies/users/{uuid}:endsessions', { path });
      outputFor(command).record({ ended: identity }, [['ended', `sessions of ${identity}`]]);
    });
}

function addInvite(invites: Command): void {
  invites
    .command('create')
    .description('Invite a person. The service sends a mail, if it sends any')
    .argument('<email>', 'e-mail address of the person')
    .option('--message <text>', 'text of the invitation mail')
    .addHelpText('after', examplesText('evidence invites create ada@example.com --message "Welcome"'))
    .action(async (email: string, { message }: { message?: string }, command: Command) => {
      const client = clientFor(command);
      const body = { email, ...(message === undefined ? {} : { message }) };
      showInvite(outputFor(command), await client.request('POST', '/v1/invites', { body }));
    });
}

function addLink(invites: Command): void {
  invites
    .command('link')
    .description('Print a new link that accepts an invitation with a passkey, once: whoever has it is let in')
    .argument('<invite>', INVITE)
    .addHelpText('after', examplesText(`evidence invites link ${INVITE}`))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('invites', identity);
      showLink(outputFor(command), await clientFor(command).request('POST', '/v1/invites/{uuid}:link', { path }));
    });
}

function addDelete(invites: Command): void {
  invites
    .command('delete')
    .description('Withdraw an invitation')
    .argument('<invite>', INVITE)
    .addHelpText('after', examplesText(`evidence invites delete ${INVITE}`))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('invites', identity);
      await clientFor(command).request('DELETE', '/v1/invites/{uuid}', { path });
      outputFor(command).record({ deleted: identity }, [['deleted', identity]]);
    });
}

const showLink = (output: CommandOutput, link: SignInLink): void =>
  output.record(link, [
    ['link', link.url],
    ['expires', timeText(link.expires_at)],
  ]);

function mailCell({ mail_status: text, mail_error: error }: Invite): TableCell {
  if (text === 'FAILED') return { text: `${text}: ${error}`, tone: 'bad' };
  return { text, tone: text === 'QUEUED' ? 'pending' : undefined };
}

const showInvite = (output: CommandOutput, invite: Invite): void =>
  output.record(invite, [
    ['identity', invite.identity],
    ['email', invite.email],
    ['mail', mailCell(invite)],
    ['expires', timeText(invite.expiry_time)],
  ]);
