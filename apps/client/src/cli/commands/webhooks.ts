import { setTimeout as pause } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { examplesText, repeatable, UsageError, wholeNumber } from '../../../../cli/command-line.ts';
import type { EvidenceClient, Webhook, WebhookAttempt } from '../../index.ts';
import type { Tone } from '../colors.ts';
import { clientFor, outputFor } from '../context.ts';
import { EXIT } from '../exit.ts';
import type { TableCell, CommandOutput } from '../output.ts';
import { timeOf, timeText } from '../times.ts';

const WEBHOOK = 'webhooks/UUID';
/** Seconds to wait for the result of a test, which the service sends once; a receiver has 15 seconds by default. */
const TEST_SECONDS = 30;
/** Milliseconds between two reads of the delivery log. */
const PAUSE = 500;

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Send events to an address of yours as they are recorded. For administrators');
  for (const add of [
    addList,
    addCreate,
    addEnableAndDisable,
    addTest,
    addDeliveries,
    addRedeliver,
    addRotateSecret,
    addDelete,
  ])
    add(webhooks);
}

function addList(webhooks: Command): void {
  webhooks
    .command('list')
    .description('List webhooks')
    .addHelpText('after', examplesText('evidence webhooks list', 'evidence webhooks list --json'))
    .action(async (_given: object, command: Command) => {
      const list: Webhook[] = [];
      for await (const webhook of clientFor(command).webhooks.list()) list.push(webhook);
      outputFor(command).table(
        ['NAME', 'STATE', 'URL', 'IDENTITY'],
        list.map((webhook) => ({
          json: webhook,
          cells: [webhook.display_name, stateOf(webhook), webhook.url, webhook.identity],
        })),
      );
    });
}

function addCreate(webhooks: Command): void {
  webhooks
    .command('create')
    .description('Create a webhook, and print its secret, which cannot be read again')
    .argument('<url>', 'address of the receiver, https://…')
    .requiredOption('--name <name>', 'name of the webhook')
    .requiredOption(
      '--application <identity>',
      'applications/UUID: its access policies decide which events are sent and what they show',
    )
    .addOption(repeatable('-f, --filter <name=value>', 'only events with this value, as in a list of events'))
    .option('--disabled', 'send no events until it is enabled')
    .addHelpText(
      'after',
      examplesText(
        'evidence webhooks create https://maintenance.example.com/hooks --name Maintenance \\',
        '  --application applications/UUID -f operation=Record -f asset.attributes.arc_display_type=Pump',
      ),
    )
    .action(async (url: string, given: Creation, command: Command) => {
      const webhook = await clientFor(command).webhooks.create({
        display_name: given.name,
        url,
        application: given.application,
        ...(given.filter ? { filters: given.filter } : {}),
        ...(given.disabled ? { enabled: false } : {}),
      });
      showWebhook(outputFor(command), webhook);
    });
}

function addEnableAndDisable(webhooks: Command): void {
  for (const [name, enabled, description] of [
    ['enable', true, 'Send events again, from the first one that was not delivered'],
    ['disable', false, 'Send no events; those that are recorded meanwhile wait'],
  ] as const)
    webhooks
      .command(name)
      .description(description)
      .argument('<webhook>', WEBHOOK)
      .addHelpText('after', examplesText(`evidence webhooks ${name} webhooks/UUID`))
      .action(async (identity: string, _given: object, command: Command) => {
        showWebhook(outputFor(command), await clientFor(command).webhooks.update(identity, { enabled }));
      });
}

function addTest(webhooks: Command): void {
  webhooks
    .command('test')
    .description(`Send a test, and wait up to ${TEST_SECONDS} seconds for its result. A failed test exits with 1`)
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', examplesText('evidence webhooks test webhooks/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      const client = clientFor(command);
      const { delivery } = await client.webhooks.test(identity);
      const attempt = await resultOf(client, identity, delivery);
      if (!attempt)
        throw new Error(`the test ${delivery} was queued and has no result yet: see evidence webhooks deliveries`);
      outputFor(command).record(attempt, [
        ['delivery', attempt.delivery],
        ['outcome', outcomeCell(attempt.outcome)],
        ['status', String(attempt.status)],
        ['duration', `${attempt.duration_ms} ms`],
        ...(attempt.error === '' ? [] : [['error', attempt.error] as const]),
      ]);
      if (attempt.outcome !== 'DELIVERED') process.exitCode = EXIT.failed;
    });
}

function addDeliveries(webhooks: Command): void {
  webhooks
    .command('deliveries')
    .description('List attempts to deliver events and tests, the newest first; the service keeps the last 1,000')
    .argument('<webhook>', WEBHOOK)
    .option('-n, --limit <number>', 'at most this number of attempts', wholeNumber('--limit', 1, 1000), 50)
    .addHelpText(
      'after',
      examplesText(
        'evidence webhooks deliveries webhooks/UUID',
        'evidence webhooks deliveries webhooks/UUID --limit 1000 --json',
      ),
    )
    .action(async (identity: string, { limit }: { limit: number }, command: Command) => {
      const attempts = await clientFor(command).webhooks.deliveries(identity).take(limit);
      outputFor(command).table(
        ['TIME', 'OUTCOME', 'STATUS', 'MS', 'ERROR', 'DELIVERY', 'EVENT'],
        attempts.map((attempt) => ({
          json: attempt,
          cells: [
            timeText(attempt.timestamp),
            outcomeCell(attempt.outcome),
            String(attempt.status),
            String(attempt.duration_ms),
            attempt.error,
            attempt.delivery,
            attempt.event === '' ? 'test' : attempt.event,
          ],
        })),
      );
    });
}

function addRedeliver(webhooks: Command): void {
  webhooks
    .command('redeliver')
    .description('Send one delivery again, or all events since a time that meet the filters')
    .argument('<webhook>', WEBHOOK)
    .addOption(new Option('--delivery <uuid>', 'a delivery of the delivery log').conflicts('since'))
    .option('--since <time>', 'all events of the log since this time (RFC 3339)', timeOf('--since'))
    .addHelpText('after', '\nA receiver that deduplicates by webhook-id must forget the id first.')
    .addHelpText(
      'after',
      examplesText(
        'evidence webhooks redeliver webhooks/UUID --delivery UUID',
        'evidence webhooks redeliver webhooks/UUID --since 2026-11-21T00:00:00Z',
      ),
    )
    .action(async (identity: string, { delivery, since }: { delivery?: string; since?: string }, command: Command) => {
      if (delivery === undefined && since === undefined)
        throw new UsageError('--delivery or --since: one of them is required');
      const what = delivery === undefined ? { since: since! } : { delivery };
      await clientFor(command).webhooks.redeliver(identity, what);
      outputFor(command).record({ webhook: identity, ...what }, [
        ['webhook', identity],
        ...Object.entries(what).map(([name, text]) => [`sends again, ${name}`, text] as const),
      ]);
    });
}

function addRotateSecret(webhooks: Command): void {
  webhooks
    .command('rotate-secret')
    .description('Replace the secret, and print the new one, which cannot be read again')
    .argument('<webhook>', WEBHOOK)
    .option(
      '--previous-until <time>',
      'until when the replaced secret signs too (RFC 3339, at most 7 days; default: 24 hours). In the past: it ' +
        'no longer signs',
      timeOf('--previous-until'),
    )
    .addHelpText(
      'after',
      examplesText(
        'evidence webhooks rotate-secret webhooks/UUID',
        '# the secret has leaked',
        'evidence webhooks rotate-secret webhooks/UUID --previous-until 2000-01-01T00:00:00Z',
      ),
    )
    .action(async (identity: string, { previousUntil }: { previousUntil?: string }, command: Command) => {
      const settings = previousUntil === undefined ? {} : { previousValidUntil: previousUntil };
      showWebhook(outputFor(command), await clientFor(command).webhooks.rotateSecret(identity, settings));
    });
}

function addDelete(webhooks: Command): void {
  webhooks
    .command('delete')
    .description('Delete a webhook with its deliveries and its delivery log')
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', examplesText('evidence webhooks delete webhooks/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      await clientFor(command).webhooks.delete(identity);
      outputFor(command).record({ deleted: identity }, [['deleted', identity]]);
    });
}

type Creation = { name: string; application: string; filter?: string[]; disabled?: boolean };

/** The attempt of a test; undefined if no attempt exists after `TEST_SECONDS`. */
async function resultOf(
  client: EvidenceClient,
  identity: string,
  delivery: string,
): Promise<WebhookAttempt | undefined> {
  const end = Date.now() + TEST_SECONDS * 1000;
  for (;;) {
    const attempts = await client.webhooks.deliveries(identity).take(100);
    const found = attempts.find((attempt) => attempt.delivery === delivery);
    if (found || Date.now() >= end) return found;
    await pause(PAUSE);
  }
}

const OUTCOMES: Partial<Record<WebhookAttempt['outcome'], Tone>> = { FAILED: 'bad', RETRYING: 'pending' };
const outcomeCell = (text: WebhookAttempt['outcome']): TableCell => ({ text, tone: OUTCOMES[text] });

function stateOf({ enabled, disabled_reason }: Webhook): string {
  if (enabled) return 'enabled';
  return disabled_reason === '' ? 'disabled' : `disabled: ${disabled_reason}`;
}

const showWebhook = (output: CommandOutput, webhook: Webhook): void =>
  output.record(webhook, [
    ['identity', webhook.identity],
    ['name', webhook.display_name],
    ['url', webhook.url],
    ['application', webhook.application],
    ['filters', webhook.filters.join(' and ')],
    ['state', stateOf(webhook)],
    ...(webhook.secret === '' ? [] : [['secret', webhook.secret] as const]),
    ...(webhook.previous_secret_valid_until === null
      ? []
      : [['previous secret until', timeText(webhook.previous_secret_valid_until)] as const]),
  ]);
