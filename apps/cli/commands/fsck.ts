import type { Command } from 'commander';
import { plain } from '../../../src/lib/text.ts';
import { MISUSE, operatorCommand, UsageError } from '../command-line.ts';
import { callOperator, serviceOf } from '../operator.ts';
import { stateOption, urlOption, type ServiceSelection } from '../service-options.ts';
import { terminalOn } from '../terminal.ts';

type FsckOptions = ServiceSelection & {
  /** `tenant/<uuid>` */
  tenant?: string;
  files?: boolean;
  acceptLoss?: boolean;
  registerErasures?: boolean;
};

export const command = (run = checkLedgers): Command =>
  operatorCommand(
    'npm run fsck --',
    'Asks a running service to check its ledgers: hash chains, current states, index rows, acknowledged changes ' +
      'and quota counts. Stops at the first difference.',
    {
      examples: [
        ['check the service on this machine', 'npm run fsck'],
        ['check one tenant', 'npm run fsck -- --tenant tenant/6a009b40-eb55-4159-81f0-69024f89f53c'],
      ],
      exitCodes: [[0, 'no differences'], [1, 'a difference, or an unfinished check; the reason is on stderr'], MISUSE],
    },
  )
    .option('--tenant <tenant/uuid>', 'check one tenant (default: all)', tenantIdentity)
    .option('--files', 'at the end, read every file and compare its bytes with its hash')
    .option(
      '--accept-loss',
      'after a restore: accept that the database lacks acknowledged changes, so that it takes new ones again',
    )
    .option('--register-erasures', 'after the erasure register was lost: add the erased events of the database to it')
    .addOption(urlOption())
    .addOption(stateOption())
    .action((options: FsckOptions) => run(options));

function tenantIdentity(text: string): string {
  if (/^tenant\/[0-9a-f-]{36}$/.test(text)) return text;
  throw new UsageError(`--tenant: must be tenant/<uuid>, not "${text}"`);
}

type FsckStep = {
  assets: number;
  events: number;
  logs: number;
  entries: number;
  erasures?: number;
  files?: number;
  findings: { identity: string; sequence: number; problem: string }[];
  next: string;
};

type AcceptedLoss = { accepted: boolean; acknowledged: number; found: number };

/**
 * Asks a running service to check its ledgers, in bounded steps: hash chains, current states, index rows, acknowledged
 * changes, quota counts, logs and erasures, of one tenant or of all. Reports the first difference and exits with code
 * 1.
 */
async function checkLedgers(options: FsckOptions): Promise<void> {
  const { url, secret } = await serviceOf(options);
  const log = terminalOn(process.stderr);
  if (options.acceptLoss) {
    const loss = await callOperator<AcceptedLoss>(url, secret, 'database:accept-loss', {});
    if (loss.accepted)
      log.print(`database: continues after change ${loss.found}; change ${loss.acknowledged} was acknowledged\n`);
  }
  log.progress('Checking');
  const sum = { assets: 0, events: 0, logs: 0, entries: 0, erasures: 0, files: 0 };
  let after = '';
  do {
    const checked: FsckStep = await callOperator<FsckStep>(url, secret, 'fsck', {
      ...(options.tenant ? { tenant_identity: options.tenant } : {}),
      ...(after ? { after } : {}),
      ...(options.files ? { files: true } : {}),
      ...(options.registerErasures ? { register_erasures: true } : {}),
    });
    for (const name of ['assets', 'events', 'logs', 'entries', 'erasures', 'files'] as const)
      sum[name] += checked[name] ?? 0;
    after = checked.next;
    for (const { identity, sequence, problem } of checked.findings) {
      const where = identity.startsWith('logs/') ? 'entry' : 'event';
      log.print(`${plain(`${identity}: ${problem}${sequence > 0 ? ` at ${where} ${sequence}` : ''}`)}\n`);
    }
    if (checked.findings.length > 0) throw new Error(`found a difference after ${countsText(sum)}`);
    if (after) log.progress(`Checking: ${countsText(sum)}`);
  } while (after);
  log.clear();
  process.stdout.write(`Checked ${countsText(sum)}: no differences.\n`);
}

function countsText({
  assets,
  events,
  logs,
  entries,
  erasures = 0,
  files = 0,
}: Omit<FsckStep, 'findings' | 'next'>): string {
  const optional = [...(erasures > 0 ? [`${erasures} erasures`] : []), ...(files > 0 ? [`${files} files`] : [])];
  return [`${assets} assets with ${events} events`, `${logs} logs with ${entries} entries`, ...optional].join(', ');
}
