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
import { screenTexts } from './texts/texts.ts';

const { home: wording, common, menu } = screenTexts;

/** The state of the tenancy at a glance, first steps, and the remaining quotas. */
export function Home() {
  const { tenancy, administrator, auditor } = useStore(session)!;
  const assets = useLoaded(latestAssets, 'assets');
  // First steps come first in a new tenancy; until that is known, they are not shown, so that they do not move.
  const none = assets.data && assets.data.items.length === 0;
  const oversees = administrator || auditor;
  return (
    <Screen title={tenancy?.name || menu.overview}>
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
  const other = auditor ? wording.auditor : wording.member;
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">{wording.you}</h2>
      <dl class="facts">
        <dt>{wording.tenancy}</dt>
        <dd>
          <code>{tenancy?.identity}</code>
        </dd>
        <dt>{wording.signedInAs}</dt>
        <dd>
          {principal?.display_name} {principal?.email} <code>{principal?.subject}</code>
        </dd>
        <dt>{wording.role}</dt>
        <dd>{administrator ? common.administrator : other}</dd>
      </dl>
    </section>
  );
}

function FirstSteps() {
  return (
    <section aria-labelledby="first">
      <h2 id="first">{wording.firstSteps}</h2>
      <ol>
        <li>{wording.recordFirst(<a href="#/assets/new">{wording.createAnAsset}</a>)}</li>
        <li>
          {wording.inviteFirst(<a href="#/people">{wording.invite}</a>, <a href="#/policies/new">{wording.policy}</a>)}
        </li>
        <li>{wording.templateFirst(<a href="#/templates/new">{wording.makeTemplate}</a>)}</li>
        <li>{wording.applicationFirst(<a href="#/applications/new">{wording.createApplication}</a>)}</li>
        <li>{wording.sharingFirst(<a href="#/sharing">{wording.exchangeStrings}</a>)}</li>
      </ol>
    </section>
  );
}

/** What a member can do, and whom to ask for more. */
function Allowed() {
  const { tenancy, granted } = useStore(session)!;
  const creates = mayCreate(granted);
  const records = granted.behaviours.length > 0 && granted.event_arc_display_type_write.length > 0;
  const without = records ? wording.noAssets : wording.nothing;
  return (
    <section aria-labelledby="allowed">
      <h2 id="allowed">{wording.allowed}</h2>
      <ul>
        <li>{wording.sees(<a href="#/assets">{wording.assets}</a>, <a href="#/events">{wording.events}</a>)}</li>
        {creates && <li>{wording.creates(<a href="#/assets/new">{wording.createAssets}</a>)}</li>}
        {records && <li>{wording.records}</li>}
      </ul>
      {!(creates && records) && (
        <p>
          {creates ? wording.noEvents : without} {askFor(tenancy)}
        </p>
      )}
    </section>
  );
}

const amountOf = (type: string, amount: string): string =>
  type.endsWith('Bytes') ? sizeOf(Number(amount)) : localNumber(Number(amount));

function Quotas() {
  const caps = useLoaded(async () => (await api.get('/v1/caps')).caps, 'caps');
  return (
    <section aria-labelledby="caps">
      <h2 id="caps">{wording.quotas}</h2>
      <Load of={caps}>
        {(all) => (
          <dl class="facts">
            {all.map(({ resource_type, resource_cap, resource_remaining }) => (
              <Fragment key={resource_type}>
                <dt>{wording.quotaNames[resource_type] ?? sentenceOf(resource_type)}</dt>
                <dd>
                  {resource_cap === '-1'
                    ? wording.unlimited
                    : wording.left(amountOf(resource_type, resource_remaining), amountOf(resource_type, resource_cap))}
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
      </Load>
    </section>
  );
}
