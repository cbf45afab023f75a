import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** An address that a process is bound to, such as `127.0.0.1:8787` or `[::1]:80`. */
export type Bound = { pid: number; address: string };

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = numbersIn('/proc').flatMap((each) => {
    const parent = /^\d+ \(.*\) \S (\d+) /s.exec(contentOf(`/proc/${each}/stat`))?.[1];
    return parent === undefined ? [] : [[each, Number(parent)] as const];
  });
  const family = [pid];
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([each]) => each));
  return family;
}

/** The TCP sockets on which processes listen (proc_pid_net(5)). */
export const listeningTcp = (pids: readonly number[]): Bound[] => bound(pids, ['tcp', 'tcp6'], '0A');

/** The UDP sockets of processes. */
export const boundUdp = (pids: readonly number[]): Bound[] => bound(pids, ['udp', 'udp6'], undefined);

function bound(pids: readonly number[], tables: string[], state: string | undefined): Bound[] {
  const owners = new Map(pids.flatMap((pid) => socketsOf(pid).map((inode) => [inode, pid] as const)));
  return tables.flatMap((table) =>
    contentOf(`/proc/net/${table}`)
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , st, , , , , , inode = ''] = line.trim().split(/\s+/);
        const pid = owners.get(inode);
        return pid === undefined || (state !== undefined && st !== state) ? [] : [{ pid, address: addressOf(local) }];
      }),
  );
}

/** `0100007F:2253`: words of four bytes in the machine's order (little endian), then the port. */
function addressOf(local: string): string {
  const [hex = '', port = ''] = local.split(':');
  const words = hex.match(/.{8}/g)!.map((word) => word.match(/../g)!.toReversed());
  const number = Number.parseInt(port, 16);
  if (words.length === 1) return `${words[0]!.map((byte) => Number.parseInt(byte, 16)).join('.')}:${number}`;
  const groups = words.flat().join('').match(/.{4}/g)!;
  return `${new URL(`http://[${groups.join(':')}]`).hostname}:${number}`;
}

function socketsOf(pid: number): string[] {
  return numbersIn(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

function numbersIn(directory: string): number[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
