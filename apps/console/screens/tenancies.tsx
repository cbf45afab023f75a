import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { roleOf } from '../lib/words.ts';
import { Act } from '../parts/act.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';

/** For a person with several tenancies, or none. */
export function ChooseTenancy() {
  const all = useLoaded(async () => (await api.get('/v1/users/tenants')).tenants, 'tenancies');
  return (
    <Screen title={screenTexts.tenancies.title}>
      <Load of={all}>
        {(tenants) =>
          tenants.length === 0 ? (
            <p class="empty">{screenTexts.tenancies.none}</p>
          ) : (
            <ul class="choices">
              {tenants.map(({ identity, display_name, roles }) => (
                <li key={identity}>
                  <Act label={display_name} act={() => work(identity)} />{' '}
                  <span class="note">{screenTexts.tenancies.roles[roleOf(roles)]}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
    </Screen>
  );
}
