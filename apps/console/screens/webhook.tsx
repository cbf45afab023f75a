import { useState } from 'preact/hooks';
import { fromInput } from '../../site/time.ts';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { Change } from '../parts/change.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Deliveries, type PendingDelivery } from './deliveries.tsx';
import {
  bodyOf,
  readApplications,
  sentOf,
  WebhookFields,
  WebhookSecret,
  WebhookState,
  type WebhookDraft,
  type WebhookJson,
} from './webhooks.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { webhook: wording, webhooks } = rareTexts;
const { common } = screenTexts;

type Params = { path: { uuid: string } };
type Props = {
  webhook: WebhookJson;
  applications: Schemas['Application'][];
  params: Params;
  reload: () => Promise<void>;
};

/** One webhook: its state, its deliveries, its fields, its secret, its deletion. */
export function WebhookScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const params = { path: { uuid } };
  const loaded = useLoaded(async () => {
    const [webhook, applications] = await Promise.all([api.get('/v1/webhooks/{uuid}', { params }), readApplications()]);
    return { webhook, applications };
  }, uuid);
  return <Load of={loaded}>{(found) => <WebhookDetails {...found} params={params} reload={loaded.reload} />}</Load>;
}

function WebhookDetails({ webhook, applications, params, reload }: Props) {
  const [turn, setTurn] = useState(0);
  const [awaited, setAwaited] = useState<PendingDelivery>();
  const uuid = params.path.uuid;
  return (
    <Screen title={webhook.display_name}>
      <Facts webhook={webhook} applications={applications} />
      <p class="actions">
        <Act
          label={wording.sendTest}
          act={async () => {
            const { delivery } = await api.post('/v1/webhooks/{uuid}:test', { params });
            setAwaited({ delivery, after: '' });
          }}
        />
        <Act
          label={webhook.enabled ? wording.disable : wording.enable}
          act={async () => {
            await api.patch('/v1/webhooks/{uuid}', { params, body: { enabled: !webhook.enabled } });
            await reload();
          }}
        />
      </p>
      {!webhook.enabled && <p class="note">{wording.waits}</p>}
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">{wording.deliveries}</h2>
        <Deliveries
          uuid={uuid}
          turn={turn}
          awaited={awaited}
          onQueued={setAwaited}
          onArrived={() => setAwaited(undefined)}
        />
      </section>
      <Again params={params} onQueued={() => setTurn(turn + 1)} />
      <Edit {...{ webhook, applications, params, reload }} />
      <Rotate params={params} reload={reload} />
      <Deletion webhook={webhook} params={params} />
    </Screen>
  );
}

function Facts({ webhook, applications }: Pick<Props, 'webhook' | 'applications'>) {
  const application = applications.find(({ identity }) => identity === webhook.application);
  return (
    <dl class="facts">
      <dt>{common.state}</dt>
      <dd>
        <WebhookState of={webhook} />
      </dd>
      <dt>{webhooks.address}</dt>
      <dd>
        <code>{webhook.url}</code>
      </dd>
      <dt>{webhooks.onBehalfOf}</dt>
      <dd>
        {application ? (
          <a href={`#/applications/${uuidOf(application.identity)}`}>
            {application.display_name || wording.anApplication}
          </a>
        ) : (
          wording.deletedApplication
        )}
      </dd>
      <dt>{webhooks.sends}</dt>
      <dd>{webhooks.sent[sentOf(webhook.types)]}</dd>
      <dt>{webhooks.filters}</dt>
      <dd>{webhook.filters.join('\n') || wording.noFilters}</dd>
      {webhook.previous_secret_valid_until && (
        <>
          <dt>{wording.replacedSecret}</dt>
          <dd>{wording.signsUntil(<Moment at={webhook.previous_secret_valid_until} />)}</dd>
        </>
      )}
    </dl>
  );
}

function Deletion({ webhook, params }: Pick<Props, 'webhook' | 'params'>) {
  return (
    <section aria-labelledby="end">
      <h2 id="end">{common.delete}</h2>
      <p class="actions">
        <Destroy
          label={wording.delete}
          question={wording.question(webhook.display_name)}
          consequence={wording.consequence}
          act={async () => {
            await api.delete('/v1/webhooks/{uuid}', { params });
            go('webhooks');
          }}
        />
      </p>
    </section>
  );
}

/** Sends all events since a time again. */
function Again({ params, onQueued }: { params: Params; onQueued: () => void }) {
  const [since, setSince] = useState('');
  const [notice, setNotice] = useState('');
  return (
    <section aria-labelledby="again">
      <h2 id="again">{wording.resendTitle}</h2>
      <Form
        label={wording.resendTitle}
        submit={wording.resend}
        confirm={() => ({
          title: wording.resendQuestion,
          consequence: wording.resendConsequence,
          outcome: wording.resent,
          act: wording.resend,
        })}
        onSubmit={async () => {
          setNotice('');
          await api.post('/v1/webhooks/{uuid}:redeliver', { params, body: { since: fromInput(since) } });
          setNotice(wording.resending);
          onQueued();
        }}
        extra={<span role="status">{notice}</span>}
      >
        <Field label={wording.since} name="since" type="datetime-local" value={since} onInput={setSince} required />
      </Form>
    </section>
  );
}

function Edit({ webhook, applications, params, reload }: Props) {
  const [draft, setDraft] = useState<WebhookDraft>({
    name: webhook.display_name,
    url: webhook.url,
    application: webhook.application,
    types: sentOf(webhook.types),
    filters: webhook.filters.join('\n'),
  });
  const save = async (): Promise<void> => {
    await api.patch('/v1/webhooks/{uuid}', { params, body: bodyOf(draft) });
    await reload();
  };
  return (
    <Change save={save}>
      <WebhookFields draft={draft} applications={applications} onChange={setDraft} />
    </Change>
  );
}

function Rotate({ params, reload }: { params: Params; reload: () => Promise<void> }) {
  const [secret, setSecret] = useState('');
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{common.secret}</h2>
      {secret !== '' && <WebhookSecret secret={secret} />}
      <p class="actions">
        <Destroy
          label={wording.rotate}
          question={wording.rotateQuestion}
          consequence={wording.rotation}
          act={async () => {
            const { secret: fresh } = await api.post('/v1/webhooks/{uuid}:rotate-secret', { params });
            setSecret(fresh);
            await reload();
          }}
        />
      </p>
    </section>
  );
}
