import { pages, uuidOf } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { templates: wording } = rareTexts;
const { common, menu } = screenTexts;

const TEMPLATES = pages('/v1/templates', 'templates', { params: { query: { order_by: 'DISPLAY_NAME' } } });

/** The templates of the tenancy. */
export function Templates() {
  const { administrator } = useStore(session)!;
  return (
    <Screen
      title={menu.templates}
      lead={wording.lead}
      actions={
        administrator && (
          <a class="button" href="#/templates/new">
            {wording.create}
          </a>
        )
      }
    >
      <List
        caption={menu.templates}
        of={TEMPLATES}
        reload="all"
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [common.name, (template) => <a href={`#/templates/${uuidOf(template.identity)}`}>{template.display_name}</a>],
          [common.event, ({ event_display_type: type }) => type],
          [common.assets, ({ asset_display_types: types }) => types.join(', ') || wording.all],
          [wording.fields, ({ fields }) => fields.length],
        ]}
      />
    </Screen>
  );
}
