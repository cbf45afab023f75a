import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { claimsOf } from '../lib/oidc.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen } from '../parts/page.tsx';

/** Where an invitation leads: whoever is signed in becomes a member. */
export function AcceptInvite({ id }: { id: string }) {
  const { way, token } = useStore(session)!;
  const { email, sub } = claimsOf(token);
  const accept = async (): Promise<void> => {
    const { identity } = await api.post('/v1/invites/{uuid}:accept', { params: { path: { uuid: id } } });
    await work(identity);
    go('');
  };
  return (
    <Screen title="You are invited">
      {way.kind === 'person' ? (
        <>
          <p>Accept, and you are a member of the tenancy that invites you. An invitation is good for once.</p>
          <p>
            You are signed in as <strong>{String(email ?? sub)}</strong>. If the invitation was sent to another address,
            it may not be for you: sign out, and sign in as whom it is for.
          </p>
          <p class="actions">
            <Act label="Accept the invitation" act={accept} />
            <a href="#/">Not now</a>
          </p>
        </>
      ) : (
        <p class="empty">
          You are signed in as an application, but people are invited: sign out, and sign in with your identity
          provider. <a href="#/">Not now</a>
        </p>
      )}
    </Screen>
  );
}
