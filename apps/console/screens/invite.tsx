import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen } from '../parts/page.tsx';

/** The screen of an invitation link. The person who is signed in becomes a member. */
export function AcceptInvite({ id }: { id: string }) {
  const { way, email } = useStore(session)!;
  const accept = async (): Promise<void> => {
    const { identity } = await api.post('/v1/invites/{uuid}:accept', { params: { path: { uuid: id } } });
    await work(identity);
    go('');
  };
  return (
    <Screen title="You are invited">
      {way.kind === 'person' ? (
        <section aria-label="Invitation">
          <p>If you accept, you become a member of the tenancy. An invitation can be used only once.</p>
          <p>
            You are signed in as <strong>{email}</strong>. If the invitation was sent to another address, sign out, and
            sign in with that address.
          </p>
          <p class="actions">
            <Act label="Accept the invitation" act={accept} />
            <a href="#/">Not now</a>
          </p>
        </section>
      ) : (
        <p class="empty">
          This invitation cannot be accepted as {way.kind === 'passkey' ? email : 'an application'}. Sign out, and open
          the link of the invitation again, or sign in with your identity provider. <a href="#/">Not now</a>
        </p>
      )}
    </Screen>
  );
}
