import type { FunctionComponent } from 'preact';
import type { Route } from '../lib/router.ts';
import { Applications, NewApplication } from './applications.tsx';
import { ApplicationScreen } from './application.tsx';
import { AssetScreen } from './asset.tsx';
import { Assets } from './assets.tsx';
import { Audit } from './audit.tsx';
import { Compliance } from './compliance.tsx';
import { EventScreen } from './event.tsx';
import { Events } from './events.tsx';
import { Find } from './find.tsx';
import { Home } from './home.tsx';
import { NewAsset } from './newasset.tsx';
import { Node } from './node.tsx';
import { People } from './people.tsx';
import { Policies } from './policies.tsx';
import { EditPolicy, NewPolicy } from './policy.tsx';
import { Record } from './record.tsx';
import { Settings } from './settings.tsx';
import { Sharing } from './sharing.tsx';

type ScreenOf = FunctionComponent<{ route: Route }>;

/** Screens by the pattern of their path; * is an id. */
const SCREENS: Record<string, ScreenOf> = {
  '': Home,
  applications: Applications,
  'applications/new': NewApplication,
  'applications/*': ApplicationScreen,
  settings: Settings,
  people: People,
  sharing: Sharing,
  policies: Policies,
  'policies/new': NewPolicy,
  'policies/*': EditPolicy,
  assets: Assets,
  'assets/new': NewAsset,
  'assets/*': AssetScreen,
  'assets/*/record': Record,
  'assets/*/events/*': EventScreen,
  events: Events,
  find: Find,
  compliance: Compliance,
  node: Node,
  audit: Audit,
};

/** The screen of an address. */
export function screenOf(parts: string[]): ScreenOf | undefined {
  const found = Object.entries(SCREENS).find(([shape]) => {
    const wanted = shape.split('/').filter((part) => part !== '');
    return wanted.length === parts.length && wanted.every((part, i) => part === '*' || part === parts[i]);
  });
  return found?.[1];
}

/** The menu. `administrators`: only they see the entry. */
export const NAVIGATION: { path: string; title: string; administrators?: boolean }[] = [
  { path: '', title: 'Overview' },
  { path: 'assets', title: 'Assets' },
  { path: 'events', title: 'Events' },
  { path: 'find', title: 'Find by file' },
  { path: 'compliance', title: 'Compliance' },
  { path: 'applications', title: 'Applications', administrators: true },
  { path: 'people', title: 'People', administrators: true },
  { path: 'settings', title: 'Settings', administrators: true },
  { path: 'sharing', title: 'Sharing', administrators: true },
  { path: 'policies', title: 'Access policies', administrators: true },
  { path: 'node', title: 'Node' },
  { path: 'audit', title: 'Audit', administrators: true },
];

/** Whether only administrators can use the screens of a collection. */
export const isForAdministrators = (collection: string | undefined): boolean =>
  NAVIGATION.some(({ path, administrators }) => path === collection && administrators === true);
