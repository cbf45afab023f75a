import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { signOut } from '../lib/enter.ts';
import { Destroy } from '../parts/act.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { sessions: wording } = rareTexts;
const { shell } = screenTexts;

/** The browsers in which the person or application is signed in. */
export function Sessions() {
  const list = useLoaded(async () => (await api.get('/iam/v1/sessions')).sessions, 'sessions');
  return (
    <Screen title={shell.sessions} lead={wording.lead}>
      <Load of={list}>
        {(sessions) => (
          <section aria-label={shell.sessions}>
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
  const name = device || wording.unnamed;
  const end = async (): Promise<void> => {
    if (current) return signOut();
    await api.delete('/iam/v1/sessions/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
    onChange();
  };
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {current && <span class="note">{wording.thisOne}</span>}
        <p class="note">
          {wording.about(
            field ? wording.field : wording.console,
            <Moment at={created} />,
            <Moment at={used} />,
            <Moment at={expires_at} />,
          )}
        </p>
      </div>
      <div class="actions">
        <Destroy
          label={current ? texts.page.signOut : wording.end}
          what={current ? '' : wording.sessionOf(name)}
          question={current ? wording.signOutQuestion : wording.endQuestion(name)}
          consequence={current ? wording.signOutConsequence : wording.endConsequence}
          act={end}
        />
      </div>
    </li>
  );
}
