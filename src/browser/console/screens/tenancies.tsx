import { api } from '../lib/api.ts';
import { work } from '../lib/enter.ts';
import { Act } from '../parts/act.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

/** For a person of several tenancies, or of none. */
export function ChooseTenancy() {
  const all = useLoaded(async () => (await api.get('/v1/users/tenants')).tenants, 'tenancies');
  return (
    <Screen title="Where do you want to work?">
      <Load of={all}>
        {(tenants) =>
          tenants.length === 0 ? (
            <p class="empty">
              You are signed in, but not a member of any tenancy. If you were invited, open the address in the
              invitation; if not, ask an administrator to invite you.
            </p>
          ) : (
            <ul class="choices">
              {tenants.map(({ identity, display_name, roles }) => (
                <li key={identity}>
                  <Act label={display_name} act={() => work(identity)} /> <span class="note">{roles.join(', ')}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
    </Screen>
  );
}
