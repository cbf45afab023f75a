import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen, useLoaded } from '../parts/page.tsx';
import { rareTexts } from './texts/rare-texts.ts';

/** The screen of an invitation link. The person who is signed in becomes a member. */
export function AcceptInvite({ id }: { id: string }) {
  const { way, email } = useStore(session)!;
  const { invite: ours } = rareTexts;
  const accept = async (): Promise<void> => {
    const { identity } = await api.post('/v1/invites/{uuid}:accept', { params: { path: { uuid: id } } });
    await work(identity);
    go('');
  };
  const offer = useLoaded(
    async () =>
      way.kind === 'person' ? await api.get('/v1/invites/{uuid}:offer', { params: { path: { uuid: id } } }) : undefined,
    id,
  );
  return (
    <Screen title={ours.title}>
      {way.kind === 'person' ? (
        <section aria-label={ours.label}>
          {offer.data && <p>{ours.invites(offer.data.inviter, offer.data.tenancy)}</p>}
          <p>{ours.consequence}</p>
          <p>
            {ours.signedInAs(
              <strong>
                <bdi>{email}</bdi>
              </strong>,
            )}
          </p>
          <p class="actions">
            <Act label={ours.accept} act={accept} />
            <a href="#/">{ours.notNow}</a>
          </p>
        </section>
      ) : (
        <p class="empty">
          {ours.notAs(way.kind === 'passkey' ? email : rareTexts.link.anApplication)} <a href="#/">{ours.notNow}</a>
        </p>
      )}
    </Screen>
  );
}
