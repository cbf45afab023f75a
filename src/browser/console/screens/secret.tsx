import { uuidOf, type Schemas } from '../lib/api.ts';
import { Copy } from '../parts/act.tsx';

/** The credentials of an application, at the one moment when they can be shown. */
export function Secret({ application }: { application: Schemas['Application'] }) {
  return (
    <section aria-label="Credentials">
      <p class="warning">
        Keep the secret now: it is shown this once. A lost secret can only be replaced by a new one.
      </p>
      <Copy label="Client id" value={application.client_id} />
      <Copy label="Secret" value={application.credentials[0]?.secret ?? ''} />
      <p class="note">The secret can be used until {application.credentials[0]?.valid_until}.</p>
      <p class="actions">
        <a href={`#/applications/${uuidOf(application.identity)}`}>I have kept it: go on to the application</a>
        <a href="#/settings">Make it an administrator</a>
      </p>
    </section>
  );
}
