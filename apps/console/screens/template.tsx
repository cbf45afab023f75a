import { api, uuidOf } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { readTemplate, type OfferedTemplate } from '../lib/templates.ts';
import { Destroy } from '../parts/act.tsx';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Form } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { bodyOf, draftOf, NEW_TEMPLATE, TemplateEditor } from '../parts/template-editor.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { template: wording } = rareTexts;
const { common } = screenTexts;

/** Creates a template. */
export function NewTemplate() {
  const draft = useDraft('templates/new', NEW_TEMPLATE, ({ name }) => unsaved('template', name));
  return (
    <Screen title={wording.title} lead={wording.lead}>
      <Form
        submit={common.create}
        draft={draft}
        onSubmit={async () => {
          const { identity } = await api.post('/v1/templates', { body: bodyOf(draft.value) });
          draft.end();
          go(`templates/${uuidOf(identity)}`);
        }}
      >
        <TemplateEditor draft={draft.value} onChange={draft.set} />
      </Form>
    </Screen>
  );
}

/** Changes or deletes a template. Others than administrators see it. */
export function EditTemplate({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(() => readTemplate(uuid), uuid);
  return <Load of={loaded}>{(template) => <Details key={uuid} template={template} reload={loaded.reload} />}</Load>;
}

function Details({ template, reload }: { template: OfferedTemplate; reload: () => Promise<void> }) {
  const { administrator } = useStore(session)!;
  const params = { path: { uuid: uuidOf(template.identity) } };
  const draft = useDraft(`templates/${params.path.uuid}`, draftOf(template), () =>
    wording.unsavedChanges(template.display_name),
  );
  if (!administrator)
    return (
      <Screen title={template.display_name} lead={template.description}>
        <p>{wording.ofType(template.event_display_type)}</p>
        <ul class="items">
          {template.fields.map(({ name, display_name, kind, required }) => (
            <li key={name}>
              <div>
                <strong>
                  <bdi>{display_name || name}</bdi>
                </strong>
                <p class="note">{wording.kindOf(kind, required)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Screen>
    );
  return (
    <Screen title={template.display_name} lead={wording.leadChange}>
      <Form
        submit={common.save}
        draft={draft}
        onSubmit={async () => {
          await api.patch('/v1/templates/{uuid}', { params, body: bodyOf(draft.value) });
          draft.end();
          await reload();
          go('templates');
        }}
        extra={<a href="#/templates">{wording.back}</a>}
      >
        <TemplateEditor draft={draft.value} onChange={draft.set} />
      </Form>
      <section aria-labelledby="end">
        <h2 id="end">{common.delete}</h2>
        <p class="actions">
          <Destroy
            label={wording.delete}
            question={wording.question(template.display_name)}
            consequence={wording.consequence}
            act={async () => {
              await api.delete('/v1/templates/{uuid}', { params });
              draft.end();
              go('templates');
            }}
          />
        </p>
      </section>
    </Screen>
  );
}
