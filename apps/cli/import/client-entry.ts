/** What `evidence import` of the client loads. */
import { UsageError } from '../command-line.ts';
import { InputError } from './lines.ts';
import { StateError } from './state.ts';

export { exitOf, showOutcome } from './command.ts';
export { importHistory } from './history.ts';
export { importInput } from './input.ts';
export { Refused, ServiceFailure } from './service-failure.ts';

/** Whether an error says that an argument, or a file that it names, is not valid. */
export const isMisuse = (error: unknown): boolean =>
  error instanceof UsageError || error instanceof InputError || error instanceof StateError;
