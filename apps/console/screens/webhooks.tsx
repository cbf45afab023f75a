import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Copy } from '../parts/act.tsx';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Field, Form } from '../parts/form.tsx';
import { linesOf } from '../parts/lines.ts';
import { List } from '../parts/list.tsx';
import { Day } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { webhooks: wording } = rareTexts;
const { common, menu } = screenTexts;

export type WebhookJson = Schemas['Webhook'];
type Application = Schemas['Application'];

const WEBHOOKS = pages('/v1/webhooks', 'webhooks');
/** The maximum number of applications to choose from. */
const OFFERED = 500;

/** The webhooks of the tenancy. */
export function Webhooks() {
  return (
    <Screen
      title={menu.webhooks}
      lead={wording.lead}
      actions={
        <a class="button" href="#/webhooks/new">
          {wording.create}
        </a>
      }
    >
      <List
        caption={menu.webhooks}
        of={WEBHOOKS}
        reload="all"
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [common.name, (hook) => <a href={`#/${hook.identity}`}>{hook.display_name}</a>],
          [wording.address, ({ url }) => <code>{url}</code>],
          [common.state, (hook) => <WebhookState of={hook} />],
          [common.created, ({ created_at }) => <Day at={created_at} />],
        ]}
      />
    </Screen>
  );
}

/** Whether a webhook sends, and if not, why. */
export function WebhookState({ of }: { of: WebhookJson }) {
  if (of.enabled) return <span class="good">{wording.enabled}</span>;
  if (of.disabled_reason === '') return <>{wording.disabledByAdministrator}</>;
  return (
    <span class="bad">
      {wording.disabledByService(of.disabled_reason)}
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
export const sentChoices = () => Object.entries(wording.sent);

/** The types of a webhook, as `sentChoices()` has them. */
export const sentOf = (types: readonly string[]): string =>
  sentChoices()
    .map(([value]) => value)
    .find(
      (value) => value.split(',').every((type) => types.includes(type)) && value.split(',').length === types.length,
    ) ?? sentChoices()[0]![0];

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
      <Field label={common.name} name="display_name" value={draft.name} onInput={(name) => set({ name })} required />
      <Field
        label={wording.address}
        name="url"
        value={draft.url}
        onInput={(url) => set({ url })}
        hint={wording.addressHint}
        required
      />
      <Field
        label={wording.onBehalfOf}
        name="application"
        value={draft.application}
        onInput={(application) => set({ application })}
        hint={wording.onBehalfHint}
        choices={[
          ...(known
            ? []
            : [[draft.application, draft.application === '' ? wording.chooseApplication : wording.deleted] as const]),
          ...of.applications.map(({ identity, display_name }) => [identity, display_name || identity] as const),
        ]}
        required
      />
      <Field
        label={wording.sends}
        name="types"
        value={draft.types}
        onInput={(types) => set({ types })}
        choices={sentChoices()}
      />
      <Field
        label={wording.filters}
        name="filters"
        rows={3}
        value={draft.filters}
        onInput={(filters) => set({ filters })}
        hint={wording.filtersHint}
      />
    </>
  );
}

const BLANK: WebhookDraft = { name: '', url: '', application: '', types: sentChoices()[0]![0], filters: '' };

/** Creates a webhook, and shows its secret once. */
export function NewWebhook() {
  const applications = useLoaded(readApplications, 'applications');
  // An address can contain a secret.
  const draft = useDraft('webhooks/new', BLANK, ({ name }) => unsaved('webhook', name), ['url']);
  const [made, setMade] = useState<WebhookJson>();
  if (made)
    return (
      <Screen key="made" title={wording.created(made.display_name)}>
        <section aria-label={common.secret}>
          <WebhookSecret secret={made.secret} />
          <p class="actions">
            <a href={`#/webhooks/${uuidOf(made.identity)}`}>{wording.continue}</a>
          </p>
        </section>
      </Screen>
    );
  return (
    <Screen title={wording.create} lead={wording.leadCreate}>
      <Load of={applications}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">{wording.needsApplication(<a href="#/applications/new">{wording.createFirst}</a>)}</p>
          ) : (
            <Form
              submit={common.create}
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
      <p class="warning">{common.saveSecret}</p>
      <Copy label={common.secret} value={secret} />
      <p class="note">{wording.verifies(<code>webhook-signature</code>)}</p>
    </>
  );
}
