import type { Schemas } from '../lib/api.ts';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { readApplication: wording, application: applicationTexts, applications } = rareTexts;
const { common } = screenTexts;

type Props = { application: Schemas['Application'] };

/** The client id of an application, and until when its secret is valid. */
export const Facts = ({ application: { client_id, credentials } }: Props) => (
  <dl class="facts">
    <dt>{common.clientId}</dt>
    <dd>
      <code>{client_id}</code>
    </dd>
    <dt>{common.secret}</dt>
    <dd>
      {credentials.slice(0, 1).map(({ valid_from, valid_until }) => (
        <>{wording.valid(<Moment at={valid_from} />, <Moment at={valid_until} />)}</>
      ))}
    </dd>
  </dl>
);

/** An application, for auditors, who change nothing. */
export function ReadApplication({ application }: Props) {
  const claims = Object.entries(application.custom_claims);
  return (
    <Screen title={application.display_name || applicationTexts.application}>
      <Facts application={application} />
      <p>{application.permissions.includes('auditor') ? wording.readsLog : wording.readsNoLog}</p>
      <section aria-labelledby="claims">
        <h2 id="claims">{applications.claims}</h2>
        {claims.length === 0 ? (
          <p class="empty">{wording.noClaims}</p>
        ) : (
          <dl class="facts">
            {claims.map(([name, value]) => [<dt key={`${name}-t`}>{name}</dt>, <dd key={`${name}-d`}>{value}</dd>])}
          </dl>
        )}
      </section>
    </Screen>
  );
}
