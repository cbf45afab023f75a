import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Copy } from '../parts/act.tsx';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Field, Form } from '../parts/form.tsx';
import { linesOf } from '../parts/lines.ts';
import { List } from '../parts/list.tsx';
import { Day } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

const FILTERS_HINT =
  'One per line, such as operation=Record or asset.attributes.arc_display_type=Pump. An event must meet all of them. ' +
  'Without filters, all events are sent.';

export type WebhookJson = Schemas['Webhook'];
type Application = Schemas['Application'];

const WEBHOOKS = pages('/v1/webhooks', 'webhooks');
/** The maximum number of applications to choose from. */
const OFFERED = 500;

/** The webhooks of the tenancy. */
export function Webhooks() {
  return (
    <Screen
      title="Webhooks"
      lead="A webhook sends new events to an address of yours, signed."
      actions={
        <a class="button" href="#/webhooks/new">
          Create a webhook
        </a>
      }
    >
      <List
        caption="Webhooks"
        of={WEBHOOKS}
        reload="all"
        identity={({ identity }) => identity}
        empty="No webhooks yet."
        columns={[
          ['Name', (hook) => <a href={`#/${hook.identity}`}>{hook.display_name}</a>],
          ['Address', ({ url }) => <code>{url}</code>],
          ['State', (hook) => <WebhookState of={hook} />],
          ['Created', ({ created_at }) => <Day at={created_at} />],
        ]}
      />
    </Screen>
  );
}

/** Whether a webhook sends, and if not, why. */
export function WebhookState({ of }: { of: WebhookJson }) {
  if (of.enabled) return <span class="good">Enabled</span>;
  if (of.disabled_reason === '') return <>Disabled by an administrator</>;
  return (
    <span class="bad">
      Disabled by the service: {of.disabled_reason}
      {of.disabled_at && (
        <>
          {' '}
          (<Day at={of.disabled_at} />)
        </>
      )}
    </span>
  );
}

/** The applications on whose behalf a webhook can send. */
export const readApplications = async (): Promise<Application[]> =>
  (await pages('/iam/v1/applications', 'applications')(undefined, OFFERED)).items;

/** What an administrator sets of a webhook, in the form. */
export type WebhookDraft = { name: string; url: string; application: string; types: string; filters: string };

/** What a webhook sends, by its types. */
export const SENT: readonly (readonly [string, string])[] = [
  ['event.recorded', 'Events'],
  ['compliance.notice', 'Notices of what is due'],
  ['event.recorded,compliance.notice', 'Events, and notices of what is due'],
];

/** The types of a webhook, as `SENT` has them. */
export const sentOf = (types: readonly string[]): string =>
  SENT.map(([value]) => value).find(
    (value) => value.split(',').every((type) => types.includes(type)) && value.split(',').length === types.length,
  ) ?? SENT[0]![0];

/** A draft as the body of a request. */
export const bodyOf = ({ name, url, application, types, filters }: WebhookDraft) => ({
  display_name: name,
  url: url.trim(),
  application,
  types: types.split(',') as Schemas['Webhook']['types'],
  filters: linesOf(filters),
});

/** The fields of a webhook. */
export function WebhookFields(of: {
  draft: WebhookDraft;
  applications: Application[];
  onChange: (draft: WebhookDraft) => void;
}) {
  const { draft } = of;
  const set = (part: Partial<WebhookDraft>): void => of.onChange({ ...draft, ...part });
  const known = of.applications.some(({ identity }) => identity === draft.application);
  return (
    <>
      <Field label="Name" name="display_name" value={draft.name} onInput={(name) => set({ name })} required />
      <Field
        label="Address"
        name="url"
        value={draft.url}
        onInput={(url) => set({ url })}
        hint="Starts with https:// and has a public host name without a port."
        required
      />
      <Field
        label="On behalf of"
        name="application"
        value={draft.application}
        onInput={(application) => set({ application })}
        hint="The access policies of this application decide which events are sent, and what they show."
        choices={[
          ...(known
            ? []
            : [[draft.application, draft.application === '' ? 'Choose an application' : 'Deleted'] as const]),
          ...of.applications.map(({ identity, display_name }) => [identity, display_name || identity] as const),
        ]}
        required
      />
      <Field label="Sends" name="types" value={draft.types} onInput={(types) => set({ types })} choices={SENT} />
      <Field
        label="Filters"
        name="filters"
        rows={3}
        value={draft.filters}
        onInput={(filters) => set({ filters })}
        hint={FILTERS_HINT}
      />
    </>
  );
}

const BLANK: WebhookDraft = { name: '', url: '', application: '', types: SENT[0]![0], filters: '' };

/** Creates a webhook, and shows its secret once. */
export function NewWebhook() {
  const applications = useLoaded(readApplications, 'applications');
  // An address can contain a secret.
  const draft = useDraft('webhooks/new', BLANK, ({ name }) => unsaved('webhook', name), ['url']);
  const [made, setMade] = useState<WebhookJson>();
  if (made)
    return (
      <Screen key="made" title={`Created ${made.display_name}`}>
        <section aria-label="Secret">
          <WebhookSecret secret={made.secret} />
          <p class="actions">
            <a href={`#/webhooks/${uuidOf(made.identity)}`}>I have saved it: continue to the webhook</a>
          </p>
        </section>
      </Screen>
    );
  return (
    <Screen title="Create a webhook" lead="Events that are recorded from then on are sent.">
      <Load of={applications}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">
              A webhook sends on behalf of an application. <a href="#/applications/new">Create one first</a>.
            </p>
          ) : (
            <Form
              submit="Create"
              onSubmit={async () => {
                setMade(await api.post('/v1/webhooks', { body: bodyOf(draft.value) }));
                draft.end();
              }}
              draft={draft}
            >
              <WebhookFields draft={draft.value} applications={all} onChange={draft.set} />
            </Form>
          )
        }
      </Load>
    </Screen>
  );
}

/** The secret of a webhook, which can be shown only right after it was made. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <>
      <p class="warning">Save the secret now. It is shown only once. A lost secret can only be replaced.</p>
      <Copy label="Secret" value={secret} />
      <p class="note">
        The receiver verifies the header <code>webhook-signature</code> with it, by a library of Standard Webhooks.
      </p>
    </>
  );
}
