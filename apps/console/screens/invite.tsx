import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';

/** The screen of an invitation link. The person who is signed in becomes a member. */
export function AcceptInvite({ id }: { id: string }) {
  const { way, email } = useStore(session)!;
  const { invite: ours } = screenTexts;
  const accept = async (): Promise<void> => {
    const { identity } = await api.post('/v1/invites/{uuid}:accept', { params: { path: { uuid: id } } });
    await work(identity);
    go('');
  };
  return (
    <Screen title={ours.title}>
      {way.kind === 'person' ? (
        <section aria-label={ours.label}>
          <p>{ours.consequence}</p>
          <p>{ours.signedInAs(<strong>{email}</strong>)}</p>
          <p class="actions">
            <Act label={ours.accept} act={accept} />
            <a href="#/">{ours.notNow}</a>
          </p>
        </section>
      ) : (
        <p class="empty">
          {ours.notAs(way.kind === 'passkey' ? email : screenTexts.link.anApplication)} <a href="#/">{ours.notNow}</a>
        </p>
      )}
    </Screen>
  );
}
