import { readFileSync, writeFileSync } from 'node:fs';
import type { WorkerBundle } from '../../../apps/server/build/bundle.ts';

/** Replaces the sequencer of logs by an object that does nothing. Throws if the bundle does not export one. */
export function withoutLogs(built: WorkerBundle, file: string): WorkerBundle {
  const product = readFileSync(built.script, 'utf8');
  const at = product.lastIndexOf('export{');
  const exported = product.slice(at).replace(/(?<=[{,])(\w+ as )?LogSequencer(?=[,}])/, 'NoSequencer as LogSequencer');
  if (at < 0 || exported === product.slice(at)) throw new Error('the bundle does not export LogSequencer');
  const substitute = `import { DurableObject as Nothing } from 'cloudflare:workers';
    class NoSequencer extends Nothing { async wake() {} }\n`;
  writeFileSync(file, `${product.slice(0, at)}${substitute}${exported}`);
  return { ...built, script: file };
}
