import { fsckArguments } from './arguments.ts';
import { callOperator, serviceOf } from './operator.ts';
import { terminalOn } from './terminal.ts';

type Checked = {
  assets: number;
  events: number;
  findings: { identity: string; sequence: number; problem: string }[];
  /** Absent in responses of earlier versions. */
  accepted?: { identity: string; acknowledged: number; accepted: number }[];
  next: string;
};

/**
 * Has a running service check its ledgers, a bounded piece at a time: chains, current states, index
 * rows, acknowledged events and quota counts, of one tenant or of all. Reports, and exits 1 on the first difference.
 */
export async function main(): Promise<void> {
  const args = fsckArguments(process.argv.slice(2));
  const { url, secret } = await serviceOf(args);
  const log = terminalOn(process.stderr);
  log.progress('Checking');
  let [assets, events, after] = [0, 0, ''];
  do {
    const checked: Checked = await callOperator<Checked>(url, secret, 'fsck', {
      ...(args.tenant ? { tenant_identity: args.tenant } : {}),
      ...(after ? { after } : {}),
      ...(args.acceptLoss ? { accept_loss: true } : {}),
    });
    assets += checked.assets;
    events += checked.events;
    after = checked.next;
    for (const { identity, acknowledged, accepted } of checked.accepted ?? [])
      log.print(`${identity}: continues after event ${accepted}; ${acknowledged} were acknowledged\n`);
    for (const { identity, sequence, problem } of checked.findings) {
      log.print(`${identity}: ${problem}${sequence > 0 ? ` at event ${sequence}` : ''}\n`);
    }
    if (checked.findings.length > 0)
      throw new Error(`a difference was found after ${assets} assets and ${events} events`);
    if (after) log.progress(`Checking: ${assets} assets, ${events} events`);
  } while (after);
  log.clear();
  process.stdout.write(`Checked ${assets} assets with ${events} events: no differences.\n`);
}
