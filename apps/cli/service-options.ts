import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { PROJECT_DIR } from '../server/build/bundle.ts';
import { httpUrl, UsageError } from './command-line.ts';

export const DEFAULT_STATE = join(PROJECT_DIR, '.state');

/** Which service a command calls: a `base_url` without a trailing slash, or an absolute path of a state directory. */
export type ServiceSelection = { url?: string; state?: string };

export const urlOption = (): Option =>
  new Option(
    '--url <base>',
    'base_url of the service, ending in /archivist (default: the service that runs over the state directory)',
  ).argParser(baseUrl);

export const stateOption = (): Option =>
  new Option('--state <dir>', 'state directory of the service (default: .state)').argParser(stateDirectory);

/** Parses the value of `--state`; throws a UsageError. */
export function stateDirectory(text: string): string {
  if (text === '') throw new UsageError('--state: must name a directory');
  return resolve(text);
}

function baseUrl(text: string): string {
  const { origin, pathname } = httpUrl('--url', text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
