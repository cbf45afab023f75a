import type { FunctionComponent } from 'preact';
import type { Route } from '../lib/router.ts';
import { screenOnDemand } from '../parts/on-demand.tsx';
import { AssetScreen } from './asset.tsx';
import { Assets } from './assets.tsx';
import { Due } from './due.tsx';
import { Home } from './home.tsx';
import { screenTexts } from './texts/texts.ts';

const { menu: wording } = screenTexts;

type ScreenOf = FunctionComponent<{ route: Route }>;

/** Screens by the pattern of their path; * is an id. Those that few people open are loaded when they are opened. */
const SCREENS: Record<string, ScreenOf> = {
  '': Home,
  applications: screenOnDemand(async () => (await import('./applications.tsx')).Applications),
  'applications/new': screenOnDemand(async () => (await import('./applications.tsx')).NewApplication),
  'applications/*': screenOnDemand(async () => (await import('./application.tsx')).ApplicationScreen),
  'command-line': screenOnDemand(async () => (await import('./command-line.tsx')).CommandLine),
  settings: screenOnDemand(async () => (await import('./settings.tsx')).Settings),
  people: screenOnDemand(async () => (await import('./people.tsx')).People),
  'people/*': screenOnDemand(async () => (await import('./person.tsx')).Person),
  passkeys: screenOnDemand(async () => (await import('./passkeys.tsx')).Passkeys),
  sessions: screenOnDemand(async () => (await import('./sessions.tsx')).Sessions),
  sharing: screenOnDemand(async () => (await import('./sharing.tsx')).Sharing),
  policies: screenOnDemand(async () => (await import('./policies.tsx')).Policies),
  'policies/new': screenOnDemand(async () => (await import('./policy.tsx')).NewPolicy),
  'policies/*': screenOnDemand(async () => (await import('./policy.tsx')).EditPolicy),
  assets: Assets,
  'assets/new': screenOnDemand(async () => (await import('./new-asset.tsx')).NewAsset),
  'assets/import': screenOnDemand(async () => (await import('./import.tsx')).ImportAssets),
  'assets/*': AssetScreen,
  'assets/*/record': screenOnDemand(async () => (await import('./record.tsx')).Record),
  'assets/*/as/*/*': screenOnDemand(async () => (await import('./view-as.tsx')).ViewAs),
  'assets/*/events/*': screenOnDemand(async () => (await import('./event.tsx')).EventScreen),
  'assets/*/events/*/correct': screenOnDemand(async () => (await import('./record.tsx')).Record),
  events: screenOnDemand(async () => (await import('./events.tsx')).Events),
  find: screenOnDemand(async () => (await import('./find.tsx')).Find),
  labels: screenOnDemand(async () => (await import('./labels.tsx')).Labels),
  compliance: screenOnDemand(async () => (await import('./compliance.tsx')).Compliance),
  'compliance/*': screenOnDemand(async () => (await import('./compliance.tsx')).EditRule),
  due: Due,
  node: screenOnDemand(async () => (await import('./node.tsx')).Node),
  audit: screenOnDemand(async () => (await import('./audit.tsx')).Audit),
  locations: screenOnDemand(async () => (await import('./locations.tsx')).Locations),
  'locations/new': screenOnDemand(async () => (await import('./locations.tsx')).NewLocation),
  'locations/*': screenOnDemand(async () => (await import('./location.tsx')).LocationScreen),
  logs: screenOnDemand(async () => (await import('./logs.tsx')).LogScreen),
  'logs/*': screenOnDemand(async () => (await import('./logs.tsx')).LogScreen),
  devices: screenOnDemand(async () => (await import('./devices.tsx')).Devices),
  certificates: screenOnDemand(async () => (await import('./certificates.tsx')).Certificates),
  exports: screenOnDemand(async () => (await import('./exports.tsx')).Exports),
  'exports/*': screenOnDemand(async () => (await import('./export.tsx')).ExportScreen),
  templates: screenOnDemand(async () => (await import('./templates.tsx')).Templates),
  'templates/new': screenOnDemand(async () => (await import('./template.tsx')).NewTemplate),
  'templates/*': screenOnDemand(async () => (await import('./template.tsx')).EditTemplate),
  webhooks: screenOnDemand(async () => (await import('./webhooks.tsx')).Webhooks),
  'webhooks/new': screenOnDemand(async () => (await import('./webhooks.tsx')).NewWebhook),
  'webhooks/*': screenOnDemand(async () => (await import('./webhook.tsx')).WebhookScreen),
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
const navigation = (): readonly Navigation[] => [
  {
    title: '',
    entries: [
      { path: '', title: wording.overview },
      { path: 'due', title: wording.due },
      { path: 'assets', title: wording.assets },
      { path: 'events', title: wording.events },
      { path: 'find', title: wording.find },
      { path: 'compliance', title: wording.compliance },
      { path: 'locations', title: wording.locations },
    ],
  },
  {
    title: wording.evidence,
    entries: [
      { path: 'logs', title: wording.log },
      { path: 'node', title: wording.node, administrators: true, auditors: true, open: true },
      { path: 'audit', title: wording.audit, administrators: true, auditors: true },
    ],
  },
  {
    title: wording.access,
    entries: [
      { path: 'sharing', title: wording.sharing, administrators: true },
      { path: 'policies', title: wording.policies, administrators: true, auditors: true },
    ],
  },
  {
    title: wording.data,
    entries: [
      { path: 'exports', title: wording.exports, administrators: true, auditors: true },
      { path: 'webhooks', title: wording.webhooks, administrators: true },
      { path: 'devices', title: wording.devices, administrators: true },
    ],
  },
  {
    title: wording.organization,
    entries: [
      { path: 'people', title: wording.people, administrators: true, auditors: true },
      { path: 'applications', title: wording.applications, administrators: true, auditors: true },
      { path: 'templates', title: wording.templates, administrators: true, auditors: true },
      { path: 'certificates', title: wording.certificates, administrators: true },
      { path: 'settings', title: wording.settings, administrators: true },
    ],
  },
];

type Role = { administrator: boolean; auditor: boolean };

/** The groups of the menu, with the entries that a caller can use. */
export const menuOf = ({ administrator, auditor }: Role): Navigation[] =>
  navigation().map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => administrator || !entry.administrators || (auditor && entry.auditors)),
  }));

/** Whether a screen is for others than the caller. Auditors do not create records. */
export function isReserved([collection, id]: string[], role: Role): boolean {
  const entry = navigation()
    .flatMap(({ entries }) => entries)
    .find(({ path }) => path === collection);
  if (role.administrator || !entry?.administrators || entry.open) return false;
  return !(role.auditor && entry.auditors) || id === 'new';
}
