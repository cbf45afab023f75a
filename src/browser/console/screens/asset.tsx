import { useState } from 'preact/hooks';
import { attachmentsIn } from '../../../core/attachments.ts';
import { fromInput } from '../../time.ts';
import { api, ApiError, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { behaviourOf } from '../lib/known.ts';
import { mechanismOf } from '../lib/mechanisms.ts';
import { mayRecord, ownerOf, readOnAsset } from '../lib/rights.ts';
import { replaceAddress, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { CONFIRMATION } from '../lib/words.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { AsOf } from '../parts/asof.tsx';
import { AsOfSlider } from '../parts/asofslider.tsx';
import { AssetHead } from '../parts/assethead.tsx';
import { Attachment, AttributeTable, nameOf } from '../parts/attributes.tsx';
import { ComplianceStatus } from '../parts/compliancestatus.tsx';
import { PublicPage } from '../parts/label.tsx';
import { Drafts } from '../parts/draft.tsx';
import { Download, List } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { TimelineItem } from '../parts/timeline.tsx';

type Asset = Schemas['Asset'];

/** One asset, now or at a time in the address: its attributes, events and compliance, and the policies that match it. */
export function AssetScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const at = fromInput(route.query.get('at') ?? '');
  const path = { uuid };
  const now = useLoaded(() => api.get('/v2/assets/{uuid}', { params: { path } }), uuid);
  // The screen keeps the asset as it is now, and the form, if it did not exist at that time.
  const then = useLoaded(
    async () => (at === '' ? undefined : api.get('/v2/assets/{uuid}', { params: { path, query: { at_time: at } } })),
    `${uuid} ${at}`,
  );
  return (
    <Load of={now}>
      {(asset) => <Shown asset={asset} uuid={uuid} reload={now.reload} at={at} then={then.data} error={then.error} />}
    </Load>
  );
}

type ShownProps = {
  asset: Asset;
  uuid: string;
  reload: () => Promise<void>;
  at: string;
  then: Asset | undefined;
  error: Error | undefined;
};

function Shown({ asset, uuid, reload, at, then, error }: ShownProps) {
  const signedIn = useStore(session)!;
  const { tenancy, administrator, auditor } = signedIn;
  const on = useLoaded(() => readOnAsset(asset.identity), asset.identity).data;
  const [records, tracks] = (['RecordEvidence', 'Builtin'] as const).map((what) =>
    mayRecord(signedIn, asset, what, on),
  );
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
  const show = (time: string): void =>
    replaceAddress(`#/assets/${uuid}${time === '' ? '' : `?at=${encodeURIComponent(time)}`}`);
  const shown = then ?? asset;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Screen title={nameOf(asset)}>
      <AssetHead asset={asset} turn={turn} own={own} />
      <Drafts path={`assets/${uuid}/record`} />
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
      <div class="sides">
        <div class="aside">
          <section aria-labelledby="compliance">
            <h2 id="compliance">Compliance</h2>
            <ComplianceStatus uuid={uuid} turn={turn} at={then ? at : ''} owner={own ? '' : ownerOf(on)} />
          </section>
          <Attachments asset={shown} />
          {asset.public && (
            <section aria-labelledby="public">
              <h2 id="public">Public page</h2>
              <PublicPage asset={asset} uuid={uuid} />
            </section>
          )}
        </div>
        <div>
          <section aria-labelledby="attributes">
            <h2 id="attributes">Attributes</h2>
            <AsOf
              at={at}
              problem={
                missing ? 'The asset did not exist yet at this time. You see it as it is now.' : (error?.message ?? '')
              }
              onShow={show}
            />
            <AsOfSlider uuid={uuid} turn={turn} at={at} onShow={show} />
            {then && (
              <p class="warning" role="status">
                You see the attributes, the attachments and the compliance at <Moment at={at} />.
              </p>
            )}
            <AttributeTable label="Attributes" attributes={shown.attributes} at={asset.identity} />
          </section>
          <section aria-labelledby="events">
            <h2 id="events">Events</h2>
            <List
              caption="Events"
              of={events}
              reload={`${uuid} ${turn}`}
              identity={({ identity }) => identity}
              empty="No events that you can see."
              item={(event) => <TimelineItem event={event} />}
            />
            <Download of={events} name={`events-${uuid}`} />
          </section>
        </div>
      </div>
      <section aria-labelledby="record">
        <h2 id="record">Record</h2>
        <dl class="facts">
          <dt>Identity</dt>
          <dd>
            <code>{asset.identity}</code>
          </dd>
          <dt>Confirmation</dt>
          <dd>
            {CONFIRMATION[asset.confirmation_status] ?? asset.confirmation_status}
            {asset.tracked === 'TRACKED' ? '' : ', no longer tracked'}
          </dd>
          <dt>Proof</dt>
          <dd>
            {mechanismOf(asset.proof_mechanism)}
            {asset.proof_mechanism === 'MERKLE_LOG' ? '' : ` on chain ${asset.chain_id}`}
          </dd>
          <dt>Behaviours</dt>
          <dd>{asset.behaviours.map(behaviourOf).join(', ')}</dd>
          <dt>Owner</dt>
          <dd>
            {own ? (
              'your tenancy'
            ) : (
              <>
                {ownerOf(on)} <code class="also">{asset.tenant_identity}</code>
              </>
            )}
          </dd>
        </dl>
      </section>
      {(administrator || auditor) && (
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
                : own
                  ? 'None. Only administrators can see this asset.'
                  : 'None. Another organization shares this asset; here, only administrators can see it.'
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

/** The files of an asset. */
function Attachments({ asset }: { asset: Asset }) {
  const { attachments } = attachmentsIn(asset.attributes, '');
  if (attachments.length === 0) return null;
  return (
    <section aria-labelledby="attachments">
      <h2 id="attachments">Attachments</h2>
      <ul class="items">
        {attachments.map(({ field, blob, fileName }) => (
          <li key={field}>
            <Attachment at={asset.identity} uuid={blob} name={fileName || 'file'} />
          </li>
        ))}
      </ul>
    </section>
  );
}
