import { pages, uuidOf } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';

const TEMPLATES = pages('/v1/templates', 'templates', { params: { query: { order_by: 'DISPLAY_NAME' } } });

/** The templates of the tenancy. */
export function Templates() {
  const { administrator } = useStore(session)!;
  return (
    <Screen
      title="Templates"
      lead="A template says what people fill in when they record an event. It helps people and does not limit them."
      actions={
        administrator && (
          <a class="button" href="#/templates/new">
            Create a template
          </a>
        )
      }
    >
      <List
        caption="Templates"
        of={TEMPLATES}
        reload="all"
        identity={({ identity }) => identity}
        empty="No templates yet."
        columns={[
          ['Name', (template) => <a href={`#/templates/${uuidOf(template.identity)}`}>{template.display_name}</a>],
          ['Event', ({ event_display_type: type }) => type],
          ['Assets', ({ asset_display_types: types }) => types.join(', ') || 'all'],
          ['Fields', ({ fields }) => fields.length],
        ]}
      />
    </Screen>
  );
}
