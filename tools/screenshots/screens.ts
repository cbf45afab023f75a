import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

const INDEX = join(import.meta.dirname, '../../apps/console/screens/index.ts');

/** The patterns of paths of all screens of the console, from the source of its index. */
export function patternsOf(source = readFileSync(INDEX, 'utf8')): string[] {
  const table = /^const SCREENS\b[^\n]*= \{\n(.*?)^\};/ms.exec(source)?.[1] ?? '';
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const pattern = /^ {2}(?:'([^']*)'|(\w+)): (?:\w+|screenOnDemand\(.+\)),$/.exec(line);
    if (!pattern) throw new Error(`screens/index.ts: not a line of the table of screens: ${line}`);
    return pattern[1] ?? pattern[2]!;
  });
}

/** A picture of a screen: its name, its path after `#/`, who sees it, and what is done on it before. */
export type Picture = {
  name: string;
  path: (of: World) => string;
  by?: 'administrator' | 'member' | 'newcomer' | 'auditor' | 'partner' | 'empty';
  /** The buttons and checkboxes to click, by the beginning of their names. */
  press?: string[];
  /** The template to choose before. */
  template?: string;
};

const at = (path: string): Picture => ({ name: path.replaceAll('/', '-'), path: () => path });

/** What `evidence login` adds to the address that it opens. */
const COMMAND_LINE = new URLSearchParams({
  port: '8788',
  challenge: 'c4'.repeat(32),
  state: '5a'.repeat(16),
  name: 'laptop',
}).toString();

/** The pictures of each screen, by the pattern of its path. */
export const PICTURES: Record<string, Picture[]> = {
  '': [
    { name: 'overview', path: () => '' },
    { name: 'palette', path: () => 'node', press: ['Go to…'] },
    { name: 'overview-empty', path: () => '', by: 'empty' },
    { name: 'overview-member', path: () => '', by: 'member' },
    { name: 'overview-newcomer', path: () => '', by: 'newcomer' },
    { name: 'overview-auditor', path: () => '', by: 'auditor' },
  ],
  applications: [at('applications')],
  'applications/new': [at('applications/new')],
  'applications/*': [{ name: 'application', path: ({ application }) => `applications/${application}` }],
  settings: [at('settings')],
  passkeys: [at('passkeys')],
  // Of an administrator, an application: people get the question.
  'command-line': [{ name: 'command-line', path: () => `command-line?${COMMAND_LINE}`, by: 'member' }],
  sessions: [at('sessions')],
  people: [at('people'), { name: 'people-auditor', path: () => 'people', by: 'auditor' }],
  'people/*': [{ name: 'person', path: ({ inspector }) => `people/${inspector}` }],
  sharing: [at('sharing')],
  policies: [at('policies'), { name: 'policies-auditor', path: () => 'policies', by: 'auditor' }],
  'policies/new': [at('policies/new')],
  'policies/*': [
    { name: 'policy', path: ({ policy }) => `policies/${policy}` },
    { name: 'policy-auditor', path: ({ policy }) => `policies/${policy}`, by: 'auditor' },
  ],
  assets: [
    at('assets'),
    { name: 'assets-bulk', path: () => 'assets', press: ['Select all shown', 'Record an event'] },
    { name: 'assets-filtered', path: () => `assets?q=${encodeURIComponent('crane')}` },
    { name: 'assets-empty', path: () => 'assets', by: 'empty' },
    { name: 'assets-member', path: () => 'assets', by: 'member' },
    { name: 'assets-newcomer', path: () => 'assets', by: 'newcomer' },
    { name: 'assets-partner', path: () => 'assets', by: 'partner' },
    { name: 'assets-map', path: () => 'assets?view=map' },
  ],
  'assets/new': [at('assets/new')],
  'assets/import': [at('assets/import')],
  'assets/*': [
    { name: 'asset', path: ({ asset }) => `assets/${asset}` },
    { name: 'asset-verified', path: ({ asset }) => `assets/${asset}`, press: ['Verify'] },
    { name: 'asset-label', path: ({ published }) => `assets/${published}`, press: ['Show a label to print'] },
    { name: 'asset-share', path: ({ asset }) => `assets/${asset}`, press: ['Share'] },
    { name: 'asset-long', path: ({ longNamed }) => `assets/${longNamed}` },
  ],
  'assets/*/record': [
    // Each is of another asset, because a draft of the form before would be shown instead.
    { name: 'asset-record', path: ({ longNamed }) => `assets/${longNamed}/record`, press: ['Add a change'] },
    {
      name: 'asset-record-template',
      path: ({ asset }) => `assets/${asset}/record`,
      template: 'Monthly inspection',
      press: ['Review and record'],
    },
  ],
  'assets/*/as/*/*': [
    { name: 'asset-as-partner', path: ({ asset, subject }) => `assets/${asset}/as/subjects/${subject}` },
    { name: 'asset-as-person', path: ({ asset, inspector }) => `assets/${asset}/as/users/${inspector}` },
  ],
  'assets/*/events/*': [{ name: 'event', path: ({ asset, event }) => `assets/${asset}/events/${event}` }],
  'assets/*/events/*/correct': [
    { name: 'event-correction', path: ({ asset, event }) => `assets/${asset}/events/${event}/correct` },
  ],
  events: [at('events'), { name: 'events-empty', path: () => 'events', by: 'empty' }],
  find: [at('find')],
  labels: [{ name: 'labels', path: () => 'labels' }],
  compliance: [at('compliance')],
  'compliance/*': [{ name: 'rule', path: ({ rule }) => `compliance/${rule}` }],
  due: [at('due')],
  node: [at('node')],
  audit: [at('audit'), { name: 'audit-member', path: () => 'audit', by: 'member' }],
  locations: [at('locations'), { name: 'locations-empty', path: () => 'locations', by: 'empty' }],
  'locations/new': [at('locations/new'), { name: 'form-refused', path: () => 'locations/new', press: ['Create'] }],
  'locations/*': [{ name: 'location', path: ({ location }) => `locations/${location}` }],
  logs: [at('logs')],
  'logs/*': [at('logs/public')],
  devices: [at('devices')],
  certificates: [at('certificates')],
  exports: [at('exports')],
  'exports/*': [{ name: 'export', path: (of) => `exports/${of.export}` }],
  webhooks: [at('webhooks'), { name: 'webhooks-empty', path: () => 'webhooks', by: 'empty' }],
  templates: [at('templates'), { name: 'templates-auditor', path: () => 'templates', by: 'auditor' }],
  'templates/new': [at('templates/new')],
  'templates/*': [
    { name: 'template', path: ({ template }) => `templates/${template}` },
    { name: 'template-auditor', path: ({ template }) => `templates/${template}`, by: 'auditor' },
  ],
  'webhooks/new': [at('webhooks/new')],
  'webhooks/*': [{ name: 'webhook', path: ({ webhook }) => `webhooks/${webhook}` }],
};

/** Throws if a screen of the console has no picture, or a picture no screen. */
export function requireAll(patterns: readonly string[], pictures: Record<string, readonly unknown[]>): void {
  if (patterns.length === 0) throw new Error('screens/index.ts: the table of screens was not found');
  const missing = patterns.filter((pattern) => !pictures[pattern]?.length);
  if (missing.length > 0)
    throw new Error(`tools/screenshots/screens.ts: no picture of the screens ${missing.join(', ')}`);
  const unknown = Object.keys(pictures).filter((pattern) => !patterns.includes(pattern));
  if (unknown.length > 0)
    throw new Error(`tools/screenshots/screens.ts: these screens do not exist: ${unknown.join(', ')}`);
}
