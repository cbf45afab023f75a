import { plain } from '../../../src/lib/text.ts';
import { fsckArguments } from '../arguments.ts';
import { callOperator, serviceOf } from '../operator.ts';
import { terminalOn } from '../terminal.ts';

type Checked = {
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
 * changes, quota counts, logs and erasures, of one tenant or of all. Reports the first difference and exits with code 1.
 */
export async function main(): Promise<void> {
  const args = fsckArguments(process.argv.slice(2));
  const { url, secret } = await serviceOf(args);
  const log = terminalOn(process.stderr);
  if (args.acceptLoss) {
    const loss = await callOperator<AcceptedLoss>(url, secret, 'database:accept-loss', {});
    if (loss.accepted)
      log.print(`database: continues after change ${loss.found}; change ${loss.acknowledged} was acknowledged\n`);
  }
  log.progress('Checking');
  const sum = { assets: 0, events: 0, logs: 0, entries: 0, erasures: 0, files: 0 };
  let after = '';
  do {
    const checked: Checked = await callOperator<Checked>(url, secret, 'fsck', {
      ...(args.tenant ? { tenant_identity: args.tenant } : {}),
      ...(after ? { after } : {}),
      ...(args.files ? { files: true } : {}),
      ...(args.registerErasures ? { register_erasures: true } : {}),
    });
    for (const name of ['assets', 'events', 'logs', 'entries', 'erasures', 'files'] as const)
      sum[name] += checked[name] ?? 0;
    after = checked.next;
    for (const { identity, sequence, problem } of checked.findings) {
      const where = identity.startsWith('logs/') ? 'entry' : 'event';
      log.print(`${plain(`${identity}: ${problem}${sequence > 0 ? ` at ${where} ${sequence}` : ''}`)}\n`);
    }
    if (checked.findings.length > 0) throw new Error(`found a difference after ${said(sum)}`);
    if (after) log.progress(`Checking: ${said(sum)}`);
  } while (after);
  log.clear();
  process.stdout.write(`Checked ${said(sum)}: no differences.\n`);
}

function said({ assets, events, logs, entries, erasures = 0, files = 0 }: Omit<Checked, 'findings' | 'next'>): string {
  const more = [...(erasures > 0 ? [`${erasures} erasures`] : []), ...(files > 0 ? [`${files} files`] : [])];
  return [`${assets} assets with ${events} events`, `${logs} logs with ${entries} entries`, ...more].join(', ');
}
