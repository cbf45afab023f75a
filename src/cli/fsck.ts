import { fsckArguments } from './arguments.ts';
import { callOperator, serviceOf } from './operator.ts';
import { terminalOn } from './terminal.ts';

type Checked = {
  assets: number;
  events: number;
  findings: { identity: string; sequence: number; problem: string }[];
  next: string;
};

type AcceptedLoss = { accepted: boolean; acknowledged: number; found: number };

/**
 * Asks a running service to check its ledgers, in bounded steps: hash chains, current states, index rows, acknowledged
 * changes and quota counts, of one tenant or of all. Reports the first difference and exits with code 1.
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
  let [assets, events, after] = [0, 0, ''];
  do {
    const checked: Checked = await callOperator<Checked>(url, secret, 'fsck', {
      ...(args.tenant ? { tenant_identity: args.tenant } : {}),
      ...(after ? { after } : {}),
    });
    assets += checked.assets;
    events += checked.events;
    after = checked.next;
    for (const { identity, sequence, problem } of checked.findings) {
      log.print(`${identity}: ${problem}${sequence > 0 ? ` at event ${sequence}` : ''}\n`);
    }
    if (checked.findings.length > 0) throw new Error(`found a difference after ${assets} assets and ${events} events`);
    if (after) log.progress(`Checking: ${assets} assets, ${events} events`);
  } while (after);
  log.clear();
  process.stdout.write(`Checked ${assets} assets with ${events} events: no differences.\n`);
}
