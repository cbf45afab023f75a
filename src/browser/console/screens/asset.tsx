import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { mayRecord } from '../lib/rights.ts';
import type { Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act, Copy, Destroy } from '../parts/act.tsx';
import { AttributeTable, nameOf, textOf } from '../parts/attributes.tsx';
import { ComplianceStatus } from '../parts/compliancestatus.tsx';
import { EVENT_COLUMNS } from '../parts/eventcells.tsx';
import { Download, List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Picture } from '../parts/picture.tsx';

type Asset = Schemas['Asset'];

/** One asset: its attributes, events and compliance, and the access policies that match it. */
export function AssetScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(() => api.get('/v2/assets/{uuid}', { params: { path: { uuid } } }), uuid);
  return <Load of={loaded}>{(asset) => <Shown asset={asset} uuid={uuid} reload={loaded.reload} />}</Load>;
}

function Shown({ asset, uuid, reload }: { asset: Asset; uuid: string; reload: () => Promise<void> }) {
  const signedIn = useStore(session)!;
  const { tenancy, administrator } = signedIn;
  const [records, tracks] = (['RecordEvidence', 'Builtin'] as const).map((what) => mayRecord(signedIn, asset, what));
  const [turn, setTurn] = useState(0);
  const own = asset.tenant_identity === tenancy?.identity;
  const track = async (operation: 'StartTracking' | 'StopTracking'): Promise<void> => {
    const body = { operation, behaviour: 'Builtin' };
    await api.post('/v2/assets/{uuid}/events', { params: { path: { uuid } }, body });
    await reload();
    setTurn(turn + 1);
  };
  const policies = pages('/iam/v1/assets/{uuid}/access_policies', 'access_policies', { params: { path: { uuid } } });
  const events = pages('/v2/assets/{uuid}/events', 'events', {
    params: { path: { uuid }, query: { order_by: 'timestamp_declared' } },
  });
  return (
    <Screen title={nameOf(asset)} lead={leadOf(asset)}>
      <Picture attributes={asset.attributes} at={asset.identity} />
      <p class="actions">
        {records && (
          <a class="button" href={`#/assets/${uuid}/record`}>
            Record an event
          </a>
        )}
        {!tracks ? null : asset.tracked === 'TRACKED' ? (
          <Destroy
            label="Stop tracking"
            question="Stop tracking this asset?"
            consequence="Lists no longer show the asset by default. You can start tracking again. Assets cannot be deleted."
            act={() => track('StopTracking')}
          />
        ) : (
          <Act label="Start tracking" act={() => track('StartTracking')} />
        )}
      </p>
      <section aria-labelledby="compliance">
        <h2 id="compliance">Compliance</h2>
        <ComplianceStatus uuid={uuid} turn={turn} />
      </section>
      <section aria-labelledby="attributes">
        <h2 id="attributes">Attributes</h2>
        <AttributeTable label="Attributes" attributes={asset.attributes} at={asset.identity} />
      </section>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        <List
          caption="Events"
          of={events}
          reload={`${uuid} ${turn}`}
          identity={({ identity }) => identity}
          empty="No events that you can see."
          columns={EVENT_COLUMNS}
        />
        <Download of={events} name={`events-${uuid}`} />
      </section>
      <section aria-labelledby="record">
        <h2 id="record">Record</h2>
        <dl class="facts">
          <dt>Identity</dt>
          <dd>
            <code>{asset.identity}</code>
          </dd>
          <dt>Status</dt>
          <dd>
            {asset.confirmation_status}
            {asset.tracked === 'TRACKED' ? '' : ', no longer tracked'}
          </dd>
          <dt>Proof</dt>
          <dd>
            {asset.proof_mechanism}
            {asset.proof_mechanism === 'MERKLE_LOG' ? '' : ` on chain ${asset.chain_id}`}
          </dd>
          <dt>Behaviours</dt>
          <dd>{asset.behaviours.join(', ')}</dd>
          <dt>Tenancy</dt>
          <dd>{own ? 'your tenancy' : <code>{asset.tenant_identity}</code>}</dd>
        </dl>
        {asset.public && <PublicAddress uuid={uuid} />}
      </section>
      {administrator && (
        <section aria-labelledby="policies">
          <h2 id="policies">Access policies that match</h2>
          <List
            caption="Access policies that match"
            of={policies}
            reload={uuid}
            identity={({ identity }) => identity}
            empty={
              asset.public
                ? 'None. Policies do not apply to public assets.'
                : 'None. Only administrators can see this asset.'
            }
            columns={[
              ['Name', (policy) => <a href={`#/policies/${uuidOf(policy.identity)}`}>{policy.display_name}</a>],
              ['Description', ({ description }) => description],
            ]}
          />
        </section>
      )}
    </Screen>
  );
}

/** What the asset is, in a line. */
const leadOf = ({ attributes, public: isPublic, tracked }: Asset): string =>
  [textOf(attributes, 'arc_display_type'), isPublic ? 'public' : '', tracked === 'TRACKED' ? '' : 'no longer tracked']
    .filter(Boolean)
    .join(' · ');

function PublicAddress({ uuid }: { uuid: string }) {
  const address = useLoaded(() => api.get('/v2/assets/{uuid}:publicurl', { params: { path: { uuid } } }), uuid);
  return <Load of={address}>{({ publicurl }) => <Copy label="Public URL" value={publicurl} />}</Load>;
}
