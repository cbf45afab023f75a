import { uuidOf, type Schemas } from '../lib/api.ts';
import { Copy } from '../parts/act.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { secret: wording } = rareTexts;
const { common } = screenTexts;

/** The credentials of an application, which can be shown only right after they were made. */
export function Secret({ application }: { application: Schemas['Application'] }) {
  return (
    <section aria-label={wording.credentials}>
      <p class="warning">{common.saveSecret}</p>
      <Copy label={common.clientId} value={application.client_id} />
      <Copy label={common.secret} value={application.credentials[0]?.secret ?? ''} />
      <p class="note">{wording.until(application.credentials[0]?.valid_until)}</p>
      <p class="actions">
        <a href={`#/applications/${uuidOf(application.identity)}`}>{wording.continue}</a>
        <a href="#/settings">{wording.makeAdministrator}</a>
      </p>
    </section>
  );
}
