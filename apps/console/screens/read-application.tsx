import type { Schemas } from '../lib/api.ts';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';

type Props = { application: Schemas['Application'] };

/** The client id of an application, and until when its secret is valid. */
export const Facts = ({ application: { client_id, credentials } }: Props) => (
  <dl class="facts">
    <dt>Client id</dt>
    <dd>
      <code>{client_id}</code>
    </dd>
    <dt>Secret</dt>
    <dd>
      {credentials.slice(0, 1).map(({ valid_from, valid_until }) => (
        <>
          valid from <Moment at={valid_from} /> until <Moment at={valid_until} />
        </>
      ))}
    </dd>
  </dl>
);

/** An application, for auditors, who change nothing. */
export function ReadApplication({ application }: Props) {
  const claims = Object.entries(application.custom_claims);
  return (
    <Screen title={application.display_name || 'Application'}>
      <Facts application={application} />
      <p>
        {application.permissions.includes('auditor')
          ? 'It may read the transparency log of the tenancy.'
          : 'It may not read the transparency log of the tenancy, unless it is an administrator.'}
      </p>
      <section aria-labelledby="claims">
        <h2 id="claims">Claims</h2>
        {claims.length === 0 ? (
          <p class="empty">It has no claims.</p>
        ) : (
          <dl class="facts">
            {claims.map(([name, value]) => [<dt key={`${name}-t`}>{name}</dt>, <dd key={`${name}-d`}>{value}</dd>])}
          </dl>
        )}
      </section>
    </Screen>
  );
}
