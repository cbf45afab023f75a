import { readdirSync, readFileSync } from 'node:fs';

/** A process with its memory in MiB: resident (RSS) and proportional (PSS). */
export type ProcessMemory = { pid: number; name: string; rss: number; pss: number };

/** Returns a process and all its descendants (Linux). */
export function processTree(root: number): ProcessMemory[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // "pid (name) state parent": proc_pid_stat(5).
    const parent = Number(/^\d+ \(.*\) \S (\d+) /s.exec(contentOf(`/proc/${pid}/stat`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const withChildren = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(withChildren)];
  return withChildren(root).flatMap((pid) => {
    const rollup = contentOf(`/proc/${pid}/smaps_rollup`);
    const mib = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
    // Empty if the process has ended since.
    return rollup === ''
      ? []
      : [{ pid, name: contentOf(`/proc/${pid}/comm`).trim(), rss: mib('Rss'), pss: mib('Pss') }];
  });
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
