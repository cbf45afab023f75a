import { AlarmPause } from './alarm-pause.ts';
import { raise } from './alarms.ts';
import { describe } from '../lib/describe.ts';
import { referenceOf, storageDamaged } from '../lib/errors.ts';

/** Resolves to the text that the platform has replaced by a reference; empty if it is not known. */
type Reveal = (reference: string) => Promise<string>;

const pause = new AlarmPause(60_000);

let reveal: Reveal | undefined;

/** On one machine: the launcher reads the log of the runtime, and raises the alarm for damage that is in it. */
export function revealBy(ask: Reveal): void {
  reveal = ask;
}

/** The text that the platform has replaced; empty if it is not known. */
async function causeOf(reference: string, ask: Reveal): Promise<string> {
  try {
    return await ask(reference);
  } catch {
    return '';
  }
}

/**
 * The error of a call of the storage, with the cause that the platform hides, if this is known. The platform reports
 * most failures of SQLite as `internal error; reference = …`. Raises the alarm for damaged data, once in a minute.
 */
export async function exposed(error: unknown): Promise<unknown> {
  const reference = referenceOf(error);
  if (reveal && reference !== undefined) {
    const revealed = new Error(await causeOf(reference, reveal), { cause: error });
    // Other causes may have been met by another call, which ended this one.
    return storageDamaged(revealed) ? revealed : error;
  }
  if (storageDamaged(error) && pause.isOver()) raise('storage-damaged', { reason: describe(error) });
  return error;
}
