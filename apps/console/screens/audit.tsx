import { ApiError, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { sentenceOf } from '../lib/words.ts';
import { Download, List } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { audit: wording } = rareTexts;
const { common, menu } = screenTexts;

type Entry = Schemas['AuditEntry'];

/** The maximum number of records of a kind whose names are known. */
const KNOWN = 500;

/** The collections whose records have names: path and field of the list. The first is that of applications. */
const NAMED = [
  ['/iam/v1/applications', 'applications'],
  ['/iam/v1/access_policies', 'access_policies'],
  ['/iam/v1/subjects', 'subjects'],
  ['/v1/compliance_policies', 'compliance_policies'],
  ['/v2/locations', 'locations'],
  ['/v1/tlscacertificates', 'tlscacertificates'],
  ['/v1/webhooks', 'webhooks'],
  ['/v1/templates', 'templates'],
  ['/v1/exports', 'exports'],
  ['/v1/svcbussources', 'sources'],
] as const;

/** Words of operations that are written in another way. */
const PROPER: Record<string, string> = {
  'tls ca': 'TLS CA',
  iot: 'IoT',
  id: 'ID',
  blob: 'file',
  subject: 'partner',
  'bus source': 'message-bus source',
};
const WORDS = new RegExp(String.raw`\b(?:${Object.keys(PROPER).join('|')})\b`, 'g');

/** The screens of resources, by the collection in their identity. */
const SCREENS: Record<string, string> = {
  access_policies: 'policies',
  applications: 'applications',
  assets: 'assets',
  exports: 'exports',
  locations: 'locations',
  compliance_policies: 'compliance',
  templates: 'templates',
  webhooks: 'webhooks',
};

/** The audit log of the tenancy. */
export function Audit() {
  const of = pages('/v1/audit', 'audit');
  const names = useLoaded(namesOf, 'names');
  return (
    <Screen title={menu.audit} lead={wording.lead}>
      <Load of={names}>
        {(known) => (
          <List
            caption={menu.audit}
            of={of}
            reload="audit"
            identity={({ identity }) => identity}
            empty={wording.none}
            columns={[
              [common.when, ({ timestamp }) => <Moment at={timestamp} />],
              [
                wording.what,
                ({ operation }) =>
                  wording.operations[operation] ?? sentenceOf(operation).replaceAll(WORDS, (word) => PROPER[word]!),
              ],
              [wording.resource, ({ resource }) => <Resource identity={resource} name={known.get(resource)} />],
              [common.who, ({ principal }) => known.get(principal.subject) ?? shortOf(principal.subject)],
              [common.details, (entry) => <Details of={entry} />],
            ]}
          />
        )}
      </Load>
      <Download of={of} name="audit" />
    </Screen>
  );
}

function Resource({ identity, name }: { identity: string; name: string | undefined }) {
  const [collection = ''] = identity.split('/');
  const screen = SCREENS[collection];
  const text = name ?? `${wording.kinds[collection] ?? collection} ${shortOf(uuidOf(identity))}`;
  // A resource without a name here was deleted, or is one of very many.
  return screen && name !== undefined ? <a href={`#/${screen}/${uuidOf(identity)}`}>{text}</a> : <>{text}</>;
}

function Details({ of: { operation, resource, principal, request_id, before_hash, after_hash } }: { of: Entry }) {
  const facts = [
    [wording.operation, operation],
    [wording.resource, resource],
    [wording.caller, wording.callerOf(principal.subject, principal.issuer)],
    [texts.form.requestId, request_id],
    [wording.hashBefore, before_hash],
    [wording.hashAfter, after_hash],
  ] as const;
  return (
    <details>
      <summary>{common.details}</summary>
      <dl class="facts">
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => [
            <dt key={`${name}-t`}>{name}</dt>,
            <dd key={`${name}-d`}>
              <code>{text}</code>
            </dd>,
          ])}
      </dl>
    </details>
  );
}

/** The beginning of a uuid; other texts unchanged. */
const shortOf = (text: string): string => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? `${text.slice(0, 8)}…` : text);

/** The names of resources by their identity, and of callers by their subject. */
async function namesOf(): Promise<ReadonlyMap<string, string>> {
  const [users, invites, applications, ...others] = await Promise.all([
    pages('/v1/tenancies/users', 'users')(undefined, KNOWN),
    pages('/v1/invites', 'invites')(undefined, KNOWN),
    ...NAMED.map(([path, key]) => namedIn(path, key)),
  ]);
  const names = new Map<string, string>(invites.items.map(({ identity, email }) => [identity, email]));
  const { tenancy } = session.get()!;
  if (tenancy?.name) names.set(tenancy.identity, tenancy.name);
  for (const { identity, display_name } of [...applications!, ...others.flat()])
    if (display_name !== '') names.set(identity, display_name);
  // The subject of an application is the uuid of its identity.
  for (const { identity, display_name } of applications!)
    if (display_name !== '') names.set(uuidOf(identity), display_name);
  for (const { identity, subject, display_name, email } of users.items) {
    names.set(identity, display_name || email);
    names.set(subject, display_name || email);
  }
  return names;
}

type Named = { identity: string; display_name: string };

/** The records of a collection; none if the caller may not list them, such as the webhooks for an auditor. */
async function namedIn(path: (typeof NAMED)[number][0], key: (typeof NAMED)[number][1]): Promise<Named[]> {
  try {
    return (await pages(path, key as never)(undefined, KNOWN)).items as Named[];
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
