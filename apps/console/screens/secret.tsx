import { uuidOf, type Schemas } from '../lib/api.ts';
import { Copy } from '../parts/act.tsx';

/** The credentials of an application, which can be shown only right after they were made. */
export function Secret({ application }: { application: Schemas['Application'] }) {
  return (
    <section aria-label="Credentials">
      <p class="warning">Save the secret now. It is shown only once. A lost secret can only be replaced.</p>
      <Copy label="Client id" value={application.client_id} />
      <Copy label="Secret" value={application.credentials[0]?.secret ?? ''} />
      <p class="note">The secret is valid until {application.credentials[0]?.valid_until}.</p>
      <p class="actions">
        <a href={`#/applications/${uuidOf(application.identity)}`}>I have saved it: continue to the application</a>
        <a href="#/settings">Make it an administrator</a>
      </p>
    </section>
  );
}
