import { Fragment } from 'preact';
import { localNumber } from '../../site/locale.ts';
import { api } from '../lib/api.ts';
import { latestAssets } from '../lib/overview.ts';
import { askFor, mayCreate } from '../lib/rights.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { sentenceOf, sizeOf } from '../lib/words.ts';
import { Days } from '../parts/days.tsx';
import { Drafts } from '../parts/draft.tsx';
import { ComplianceSummary, MyDue } from '../parts/compliance-summary.tsx';
import { Concerns, LogState, Newest, Types } from '../parts/overview.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

const AUDITOR = 'Auditor: you see everything, and change nothing';

/** The state of the tenancy at a glance, first steps, and the remaining quotas. */
export function Home() {
  const { tenancy, administrator, auditor } = useStore(session)!;
  const assets = useLoaded(latestAssets, 'assets');
  // First steps come first in a new tenancy; until that is known, they are not shown, so that they do not move.
  const none = assets.data && assets.data.items.length === 0;
  const oversees = administrator || auditor;
  return (
    <Screen title={tenancy?.name || 'Overview'}>
      <Drafts />
      {administrator && none && <FirstSteps />}
      <div class="panels">
        {oversees ? <Days /> : <MyDue />}
        {administrator && <Concerns />}
        {oversees && <ComplianceSummary />}
        <Newest />
        <Types assets={assets} />
        {oversees && <LogState tenancy={tenancy?.identity ?? ''} />}
        {oversees && <Quotas />}
        <Identity />
      </div>
      {!oversees && <Allowed />}
    </Screen>
  );
}

function Identity() {
  const { tenancy, principal, administrator, auditor } = useStore(session)!;
  const other = auditor ? AUDITOR : 'Member: access policies determine what you can see and do';
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">You and your tenancy</h2>
      <dl class="facts">
        <dt>Tenancy</dt>
        <dd>
          <code>{tenancy?.identity}</code>
        </dd>
        <dt>Signed in as</dt>
        <dd>
          {principal?.display_name} {principal?.email} <code>{principal?.subject}</code>
        </dd>
        <dt>Role</dt>
        <dd>{administrator ? 'Administrator' : other}</dd>
      </dl>
    </section>
  );
}

function FirstSteps() {
  return (
    <section aria-labelledby="first">
      <h2 id="first">First steps</h2>
      <ol>
        <li>
          <a href="#/assets/new">Create an asset</a>, and record an event on its screen.
        </li>
        <li>
          <a href="#/people">Invite the people</a> you work with, and say in an{' '}
          <a href="#/policies/new">access policy</a> what they may do.
        </li>
        <li>
          <a href="#/templates/new">Make a template</a> of what they record, such as an inspection.
        </li>
        <li>
          <a href="#/applications/new">Create an application</a> for a program that records, and save its secret.
        </li>
        <li>
          <a href="#/sharing">Exchange sharing strings</a> with partners.
        </li>
      </ol>
    </section>
  );
}

/** What a member can do, and whom to ask for more. */
function Allowed() {
  const { tenancy, granted } = useStore(session)!;
  const creates = mayCreate(granted);
  const records = granted.behaviours.length > 0 && granted.event_arc_display_type_write.length > 0;
  const without = records ? 'You cannot create assets.' : 'You cannot change anything.';
  return (
    <section aria-labelledby="allowed">
      <h2 id="allowed">What you can do</h2>
      <ul>
        <li>
          See the <a href="#/assets">assets</a> and <a href="#/events">events</a> that access policies let you see.
        </li>
        {creates && (
          <li>
            <a href="#/assets/new">Create assets</a> that match these policies.
          </li>
        )}
        {records && <li>Record events on assets that match these policies.</li>}
      </ul>
      {!(creates && records) && (
        <p>
          {creates ? 'You cannot record events.' : without} {askFor(tenancy)}
        </p>
      )}
    </section>
  );
}

/** The names of quotas that differ from those of the API. */
const QUOTAS: Record<string, string> = {
  BlobBytes: 'Size of all files',
  Blobs: 'Files',
  LedgerBytes: 'Size of all events',
  TlsCaCertificates: 'TLS CA certificates',
};

const amountOf = (type: string, amount: string): string =>
  type.endsWith('Bytes') ? sizeOf(Number(amount)) : localNumber(Number(amount));

function Quotas() {
  const caps = useLoaded(async () => (await api.get('/v1/caps')).caps, 'caps');
  return (
    <section aria-labelledby="caps">
      <h2 id="caps">Quotas</h2>
      <Load of={caps}>
        {(all) => (
          <dl class="facts">
            {all.map(({ resource_type, resource_cap, resource_remaining }) => (
              <Fragment key={resource_type}>
                <dt>{QUOTAS[resource_type] ?? sentenceOf(resource_type)}</dt>
                <dd>
                  {resource_cap === '-1'
                    ? 'unlimited'
                    : `${amountOf(resource_type, resource_remaining)} of ${amountOf(resource_type, resource_cap)} left`}
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
      </Load>
    </section>
  );
}
