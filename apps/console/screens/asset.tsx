import { useRef, useState } from 'preact/hooks';
import { attachmentsIn } from '../../../src/formats/records/attachments.ts';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { behaviourOf } from '../lib/behaviours.ts';
import { mechanismOf } from '../lib/mechanisms.ts';
import { queryOf, stateOf, stateTimeIn, type State, type StateTime } from '../lib/past.ts';
import { mayRecord, ownerOf, readOnAsset } from '../lib/rights.ts';
import { replaceAddress, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { AsOf } from '../parts/as-of.tsx';
import { AsOfSlider, lastEvents } from '../parts/as-of-slider.tsx';
import { AssetHead } from '../parts/asset-head.tsx';
import { Attach } from '../parts/attach.tsx';
import { Attachment, AttributeTable, nameOf, textOf } from '../parts/attributes.tsx';
import { ComplianceStatus } from '../parts/compliance-status.tsx';
import { AssetLabel, PublicPage } from '../parts/label.tsx';
import { Drafts } from '../parts/draft.tsx';
import { History, typesIn } from '../parts/history.tsx';
import { List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { onDemand } from '../parts/on-demand.tsx';
import { PastNotice } from '../parts/past.tsx';
import { Share } from '../parts/share.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';

const { asset: wording, common, menu } = screenTexts;

type Asset = Schemas['Asset'];

const WhoCanSee = onDemand(async () => (await import('../parts/who-can-see.tsx')).WhoCanSee);

/**
 * One asset, now or at a time in the address: its attributes, events and compliance, and the policies that match it.
 */
export function AssetScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const now = useLoaded(() => api.get('/v2/assets/{uuid}', { params: { path: { uuid } } }), uuid);
  return (
    <Load of={now}>
      {(asset) => (
        <AssetAt
          key={uuid}
          {...{ asset, uuid, reload: now.reload, time: stateTimeIn(route.query) }}
          type={typeIn(route.query)}
        />
      )}
    </Load>
  );
}

/** The only type of events that the screen shows; empty: all. */
const typeIn = (query: URLSearchParams): string => query.get('type') ?? '';

function addressOf(uuid: string, time: StateTime, type: string): string {
  const query = new URLSearchParams(queryOf(time));
  if (type !== '') query.set('type', type);
  return `#/assets/${uuid}${query.size > 0 ? `?${query}` : ''}`;
}

type AssetAtProps = { asset: Asset; uuid: string; reload: () => Promise<void>; time: StateTime; type: string };

/** The screen of one moment. The state before stays, with all of its parts, until the next one is read. */
function AssetAt(given: AssetAtProps) {
  const { asset, time } = given;
  const read = useLoaded(() => stateOf(asset, time), queryOf(time));
  const before = useRef<State | undefined>(undefined);
  const present: State = { at: '', by: 'accepted', asset };
  const atTime = read.data ?? before.current ?? (read.error && present);
  const state = time.at === '' ? present : atTime;
  before.current = state;
  if (!state) return <Load of={read}>{() => null}</Load>;
  return <AssetDetails {...given} state={state} problem={read.error?.message ?? ''} />;
}

function AssetDetails({
  asset: now,
  uuid,
  reload,
  time,
  type,
  state,
  problem,
}: AssetAtProps & { state: State; problem: string }) {
  const signedIn = useStore(session)!;
  const { tenancy, administrator, auditor } = signedIn;
  const on = useLoaded(() => readOnAsset(now.identity), now.identity).data;
  const [records, tracks] = (['RecordEvidence', 'Builtin'] as const).map((what) => mayRecord(signedIn, now, what, on));
  const [turn, setTurn] = useState(0);
  // Without a state at that time, the asset is only named.
  const asset = state.asset ?? now;
  const isNow = state.at === '';
  const own = asset.tenant_identity === tenancy?.identity;
  const changed = async (): Promise<void> => {
    await reload();
    setTurn(turn + 1);
  };
  const last = useLoaded(() => lastEvents(uuid), `${uuid} ${turn}`).data;
  const show = (next: StateTime): void => replaceAddress(addressOf(uuid, next, type));
  const showAt = (at: string): void => show({ at, by: time.by });
  return (
    <Screen title={textOf(asset.attributes, 'arc_display_name') || nameOf(now)}>
      <PastNotice state={state} onShow={show} />
      {state.asset && <AssetHead asset={asset} turn={turn} own={own} time={state} />}
      {isNow && <Drafts path={`assets/${uuid}/record`} />}
      {isNow && (
        <AssetActions
          {...{ asset, uuid, records, tracks }}
          shares={own && administrator && !asset.public}
          onChange={changed}
        />
      )}
      <div class="sides">
        <Aside {...{ asset, uuid, turn, state }} owner={own ? '' : ownerOf(on)} />
        <div>
          <section aria-labelledby="attributes">
            <h2 id="attributes">{common.attributes}</h2>
            {state.asset && (
              <AttributeTable label={common.attributes} attributes={asset.attributes} at={asset.identity} />
            )}
            <AsOf at={time.at} by={time.by} problem={problem} onShow={showAt} />
            {time.by === 'accepted' && last && last.items.length > 1 && (
              <AsOfSlider events={last} at={time.at} onShow={showAt} />
            )}
          </section>
          {state.asset && (
            <History
              {...{ uuid, state, turn, type }}
              types={typesIn(last?.items ?? [])}
              onType={(next) => replaceAddress(addressOf(uuid, time, next))}
            />
          )}
        </div>
      </div>
      <section aria-labelledby="record" hidden={!state.asset}>
        <h2 id="record">{wording.record}</h2>
        <RecordFacts asset={asset} owner={own ? '' : ownerOf(on)} />
      </section>
      {isNow &&
        (administrator || auditor) &&
        (own ? <WhoCanSee {...{ asset, turn }} /> : <MatchingPolicies uuid={uuid} />)}
    </Screen>
  );
}

/** What the caller can do with an asset now. `onChange`: it has another event, or other readers. */
function AssetActions(of: {
  asset: Asset;
  uuid: string;
  records: boolean | undefined;
  tracks: boolean | undefined;
  shares: boolean;
  onChange: () => Promise<void>;
}) {
  const { asset, uuid, onChange } = of;
  const track = async (operation: 'StartTracking' | 'StopTracking'): Promise<void> => {
    const body = { operation, behaviour: 'Builtin' };
    await api.post('/v2/assets/{uuid}/events', { params: { path: { uuid } }, body });
    await onChange();
  };
  return (
    <p class="actions">
      {of.records && (
        <a class="button" href={`#/assets/${uuid}/record`}>
          {wording.recordEvent}
        </a>
      )}
      {of.records && <Attach asset={asset} uuid={uuid} onAttached={() => void onChange()} />}
      {of.shares && <Share asset={asset} onShared={() => void onChange()} />}
      {of.tracks && <Tracking isTracked={asset.tracked === 'TRACKED'} onChange={track} />}
    </p>
  );
}

function Tracking(of: {
  isTracked: boolean;
  onChange: (operation: 'StartTracking' | 'StopTracking') => Promise<void>;
}) {
  if (!of.isTracked) return <Act label={wording.startTracking} act={() => of.onChange('StartTracking')} />;
  return (
    <Destroy
      label={wording.stopTracking}
      question={wording.stopQuestion}
      consequence={wording.stopConsequence}
      act={() => of.onChange('StopTracking')}
    />
  );
}

/** Compliance, files and public page, beside the attributes. */
function Aside(of: { asset: Asset; uuid: string; turn: number; state: State; owner: string }) {
  const { asset, uuid, turn, state, owner } = of;
  return (
    <div class="aside">
      {state.asset && state.by === 'accepted' && (
        <section aria-labelledby="compliance">
          <h2 id="compliance">{menu.compliance}</h2>
          <ComplianceStatus uuid={uuid} turn={turn} at={state.at} owner={owner} />
        </section>
      )}
      {state.asset && <Attachments asset={asset} />}
      {state.at === '' && (
        <section aria-labelledby="label">
          <h2 id="label">{common.label}</h2>
          <AssetLabel asset={asset} uuid={uuid} />
        </section>
      )}
      {state.at === '' && asset.public && (
        <section aria-labelledby="public">
          <h2 id="public">{wording.publicPage}</h2>
          <PublicPage uuid={uuid} />
        </section>
      )}
    </div>
  );
}

/** `owner`: the name of the tenancy that owns the asset; empty: the own one. */
function RecordFacts({ asset, owner }: { asset: Asset; owner: string }) {
  return (
    <>
      <dl class="facts">
        <dt>{common.identity}</dt>
        <dd>
          <code>{asset.identity}</code>
        </dd>
        <dt>{wording.confirmation}</dt>
        <dd>
          {texts.words.confirmation[asset.confirmation_status] ?? asset.confirmation_status}
          {asset.tracked === 'TRACKED' ? '' : wording.untracked}
        </dd>
        <dt>{common.proof}</dt>
        <dd>
          {mechanismOf(asset.proof_mechanism)}
          {asset.proof_mechanism === 'MERKLE_LOG' ? '' : wording.onChain(asset.chain_id)}
        </dd>
        <dt>{wording.owner}</dt>
        <dd>
          {owner === '' ? (
            wording.yourTenancy
          ) : (
            <>
              {owner} <code class="also">{asset.tenant_identity}</code>
            </>
          )}
        </dd>
      </dl>
      <details>
        <summary>{texts.files.more}</summary>
        <dl class="facts">
          <dt>{wording.behaviours}</dt>
          <dd>{asset.behaviours.map(behaviourOf).join(', ')}</dd>
        </dl>
      </details>
    </>
  );
}

/** The policies of the tenancy that match an asset that another one shares with it. */
function MatchingPolicies({ uuid }: { uuid: string }) {
  const policies = pages('/iam/v1/assets/{uuid}/access_policies', 'access_policies', { params: { path: { uuid } } });
  return (
    <section aria-labelledby="policies">
      <h2 id="policies">{wording.policies}</h2>
      <List
        caption={wording.policies}
        of={policies}
        reload={uuid}
        identity={({ identity }) => identity}
        empty={wording.noPolicies}
        columns={[
          [common.name, (policy) => <a href={`#/policies/${uuidOf(policy.identity)}`}>{policy.display_name}</a>],
          [common.description, ({ description }) => description],
        ]}
      />
    </section>
  );
}

/** The files of an asset. */
function Attachments({ asset }: { asset: Asset }) {
  const { attachments } = attachmentsIn(asset.attributes, '');
  if (attachments.length === 0) return null;
  return (
    <section aria-labelledby="attachments">
      <h2 id="attachments">{wording.attachments}</h2>
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
