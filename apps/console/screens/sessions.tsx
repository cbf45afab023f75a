import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { signOut } from '../lib/enter.ts';
import { Destroy } from '../parts/act.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

/** The browsers in which the person or application is signed in. */
export function Sessions() {
  const list = useLoaded(async () => (await api.get('/iam/v1/sessions')).sessions, 'sessions');
  return (
    <Screen
      title="Your sessions"
      lead="Where you are signed in. End the session of a device that you do not have any more."
    >
      <Load of={list}>
        {(sessions) => (
          <section aria-label="Your sessions">
            <ul class="passkeys">
              {sessions.map((of) => (
                <SessionRow key={of.identity} of={of} onChange={() => void list.reload()} />
              ))}
            </ul>
          </section>
        )}
      </Load>
    </Screen>
  );
}

function SessionRow({ of, onChange }: { of: Schemas['OwnSession']; onChange: () => void }) {
  const { identity, device, field, current, created, used, expires_at } = of;
  const name = device || 'A device without a name';
  const end = async (): Promise<void> => {
    if (current) return signOut();
    await api.delete('/iam/v1/sessions/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
    onChange();
  };
  return (
    <li>
      <div>
        <strong>{name}</strong> {current && <span class="note">this one</span>}
        <p class="note">
          {field ? 'Field page' : 'Console'}, signed in <Moment at={created} />, used <Moment at={used} />. Ends{' '}
          <Moment at={expires_at} />.
        </p>
      </div>
      <div class="actions">
        <Destroy
          label={current ? 'Sign out' : 'End'}
          what={current ? '' : `the session of ${name}`}
          question={current ? 'Sign out here?' : `End the session of ${name}?`}
          consequence={
            (current ? '' : 'That device is signed out with its next request. ') +
            'A field page deletes the assets that it keeps. Records that are not sent stay there, encrypted, until ' +
            'you sign in again.'
          }
          act={end}
        />
      </div>
    </li>
  );
}
