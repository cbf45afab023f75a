import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { roleOf } from '../lib/words.ts';
import { Act } from '../parts/act.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

/** For a person with several tenancies, or none. */
export function ChooseTenancy() {
  const all = useLoaded(async () => (await api.get('/v1/users/tenants')).tenants, 'tenancies');
  return (
    <Screen title="Choose a tenancy">
      <Load of={all}>
        {(tenants) =>
          tenants.length === 0 ? (
            <p class="empty">
              You are not a member of a tenancy. If you were invited, open the link in the invitation. Otherwise, ask an
              administrator to invite you.
            </p>
          ) : (
            <ul class="choices">
              {tenants.map(({ identity, display_name, roles }) => (
                <li key={identity}>
                  <Act label={display_name} act={() => work(identity)} /> <span class="note">{roleOf(roles)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
    </Screen>
  );
}
