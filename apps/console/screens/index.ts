import type { FunctionComponent } from 'preact';
import type { Route } from '../lib/router.ts';
import { Applications, NewApplication } from './applications.tsx';
import { ApplicationScreen } from './application.tsx';
import { AssetScreen } from './asset.tsx';
import { Assets } from './assets.tsx';
import { Audit } from './audit.tsx';
import { Certificates } from './certificates.tsx';
import { CommandLine } from './command-line.tsx';
import { Compliance } from './compliance.tsx';
import { Devices } from './devices.tsx';
import { Due } from './due.tsx';
import { EventScreen } from './event.tsx';
import { Events } from './events.tsx';
import { ExportScreen } from './export.tsx';
import { Exports } from './exports.tsx';
import { Find } from './find.tsx';
import { Home } from './home.tsx';
import { ImportAssets } from './import.tsx';
import { Labels } from './labels.tsx';
import { LocationScreen } from './location.tsx';
import { Locations, NewLocation } from './locations.tsx';
import { LogScreen } from './logs.tsx';
import { NewAsset } from './new-asset.tsx';
import { Node } from './node.tsx';
import { Passkeys } from './passkeys.tsx';
import { People } from './people.tsx';
import { Person } from './person.tsx';
import { Policies } from './policies.tsx';
import { EditPolicy, NewPolicy } from './policy.tsx';
import { Record } from './record.tsx';
import { Sessions } from './sessions.tsx';
import { Settings } from './settings.tsx';
import { Sharing } from './sharing.tsx';
import { EditTemplate, NewTemplate } from './template.tsx';
import { Templates } from './templates.tsx';
import { ViewAs } from './view-as.tsx';
import { WebhookScreen } from './webhook.tsx';
import { NewWebhook, Webhooks } from './webhooks.tsx';

type ScreenOf = FunctionComponent<{ route: Route }>;

/** Screens by the pattern of their path; * is an id. */
const SCREENS: Record<string, ScreenOf> = {
  '': Home,
  applications: Applications,
  'applications/new': NewApplication,
  'applications/*': ApplicationScreen,
  'command-line': CommandLine,
  settings: Settings,
  people: People,
  'people/*': Person,
  passkeys: Passkeys,
  sessions: Sessions,
  sharing: Sharing,
  policies: Policies,
  'policies/new': NewPolicy,
  'policies/*': EditPolicy,
  assets: Assets,
  'assets/new': NewAsset,
  'assets/import': ImportAssets,
  'assets/*': AssetScreen,
  'assets/*/record': Record,
  'assets/*/as/*/*': ViewAs,
  'assets/*/events/*': EventScreen,
  'assets/*/events/*/correct': Record,
  events: Events,
  find: Find,
  labels: Labels,
  compliance: Compliance,
  due: Due,
  node: Node,
  audit: Audit,
  locations: Locations,
  'locations/new': NewLocation,
  'locations/*': LocationScreen,
  logs: LogScreen,
  'logs/*': LogScreen,
  devices: Devices,
  certificates: Certificates,
  exports: Exports,
  'exports/*': ExportScreen,
  templates: Templates,
  'templates/new': NewTemplate,
  'templates/*': EditTemplate,
  webhooks: Webhooks,
  'webhooks/new': NewWebhook,
  'webhooks/*': WebhookScreen,
};

/** The screen of an address. */
export function screenOf(parts: string[]): ScreenOf | undefined {
  const found = Object.entries(SCREENS).find(([shape]) => {
    const wanted = shape.split('/').filter((part) => part !== '');
    return wanted.length === parts.length && wanted.every((part, i) => part === '*' || part === parts[i]);
  });
  return found?.[1];
}

/**
 * An entry of the menu. `administrators`: only they see it, and with `auditors` these too. `open`: others can use the
 * screen by its address.
 */
type Entry = { path: string; title: string; administrators?: boolean; auditors?: boolean; open?: boolean };
export type Navigation = { title: string; entries: Entry[] };

/** The menu, in groups. The first group has no title. */
const NAVIGATION: readonly Navigation[] = [
  {
    title: '',
    entries: [
      { path: '', title: 'Overview' },
      { path: 'due', title: 'Due' },
      { path: 'assets', title: 'Assets' },
      { path: 'events', title: 'Events' },
      { path: 'find', title: 'Find by file' },
      { path: 'compliance', title: 'Compliance' },
      { path: 'locations', title: 'Locations' },
    ],
  },
  {
    title: 'Evidence',
    entries: [
      { path: 'logs', title: 'Log' },
      { path: 'node', title: 'Node', administrators: true, auditors: true, open: true },
      { path: 'audit', title: 'Audit', administrators: true, auditors: true },
    ],
  },
  {
    title: 'Access',
    entries: [
      { path: 'sharing', title: 'Sharing', administrators: true },
      { path: 'policies', title: 'Access policies', administrators: true, auditors: true },
    ],
  },
  {
    title: 'Data in and out',
    entries: [
      { path: 'exports', title: 'Exports', administrators: true, auditors: true },
      { path: 'webhooks', title: 'Webhooks', administrators: true },
      { path: 'devices', title: 'Devices', administrators: true },
    ],
  },
  {
    title: 'Organization',
    entries: [
      { path: 'people', title: 'People', administrators: true, auditors: true },
      { path: 'applications', title: 'Applications', administrators: true, auditors: true },
      { path: 'templates', title: 'Templates', administrators: true, auditors: true },
      { path: 'certificates', title: 'TLS CA certificates', administrators: true },
      { path: 'settings', title: 'Settings', administrators: true },
    ],
  },
];

type Role = { administrator: boolean; auditor: boolean };

/** The groups of the menu, with the entries that a caller can use. */
export const menuOf = ({ administrator, auditor }: Role): Navigation[] =>
  NAVIGATION.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => administrator || !entry.administrators || (auditor && entry.auditors)),
  }));

/** Whether a screen is for others than the caller. Auditors do not create records. */
export function isReserved([collection, id]: string[], role: Role): boolean {
  const entry = NAVIGATION.flatMap(({ entries }) => entries).find(({ path }) => path === collection);
  if (role.administrator || !entry?.administrators || entry.open) return false;
  return !(role.auditor && entry.auditors) || id === 'new';
}
