import { behaviourChoices, type Choice } from './behaviours.ts';
import { labelOf } from './words.ts';
import { pages, type Schemas } from './api.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { policyChoices: wording } = rareTexts;

/** What exists in the tenancy and can be chosen in a policy. */
export type PolicyChoices = {
  /** Attributes of assets, and their values by the name of the attribute. */
  attributes: Choice[];
  values: ReadonlyMap<string, readonly string[]>;
  eventTypes: Choice[];
  behaviours: Choice[];
  /** Members, applications and claims, as conditions on users. */
  people: Choice[];
  subjects: Schemas['Subject'][];
  policies: Schemas['AccessPolicy'][];
};

/** Members, applications and claims, as conditions on users, and the partners. */
export type People = Pick<PolicyChoices, 'people' | 'subjects'>;

/** How many of the newest assets and events are read for their names, and how many people, partners and policies. */
const SAMPLE = 200;
const OFFERED = 500;
/** The maximum number of values of an attribute. */
const VALUES = 50;

const bySpelling = ([, a]: Choice, [, b]: Choice): number => a.localeCompare(b);

/** What people call an attribute: its label with its name, or its name. */
export const attributeText = (name: string): string => {
  const label = labelOf(name);
  return label === name ? name : `${label} (${name})`;
};

/** Reads the people, applications and partners that exist. */
export async function readPeople(): Promise<People> {
  const [users, applications, subjects] = await Promise.all([
    pages('/v1/tenancies/users', 'users')(undefined, OFFERED),
    pages('/iam/v1/applications', 'applications')(undefined, OFFERED),
    pages('/iam/v1/subjects', 'subjects')(undefined, OFFERED),
  ]);
  return { people: [...peopleOf(users.items), ...machinesOf(applications.items)], subjects: subjects.items };
}

/** Reads what exists. Names that only older assets and events have are missing. */
export async function readPolicyChoices(): Promise<PolicyChoices> {
  const [assets, events, policies, people] = await Promise.all([
    pages('/v2/assets', 'assets')(undefined, SAMPLE),
    pages('/v2/assets/-/events', 'events')(undefined, SAMPLE),
    pages('/iam/v1/access_policies', 'access_policies')(undefined, OFFERED),
    readPeople(),
  ]);
  const values = new Map<string, Set<string>>();
  for (const { attributes } of assets.items)
    for (const [name, value] of Object.entries(attributes)) {
      const all = values.get(name) ?? new Set();
      if (typeof value === 'string' && value !== '' && all.size < VALUES) all.add(value);
      values.set(name, all);
    }
  const types = new Set(events.items.map(({ event_attributes: { arc_display_type: type } }) => type));
  return {
    attributes: [...values.keys()].map((name): Choice => [name, attributeText(name)]).toSorted(bySpelling),
    values: new Map([...values].map(([name, all]) => [name, [...all].toSorted()])),
    eventTypes: [...types]
      .filter((type): type is string => typeof type === 'string' && type !== '')
      .map((type): Choice => [type, type])
      .toSorted(bySpelling),
    behaviours: behaviourChoices(),
    policies: policies.items,
    ...people,
  };
}

const peopleOf = (users: Schemas['User'][]): Choice[] =>
  users
    .filter(({ email }) => email !== '')
    .map(({ email, display_name }): Choice => [`email=${email}`, display_name ? `${display_name} (${email})` : email])
    .toSorted(bySpelling);

/** Applications, and the claims that they have. */
function machinesOf(applications: Schemas['Application'][]): Choice[] {
  const claims = new Map<string, string>();
  for (const { custom_claims } of applications)
    for (const [name, value] of Object.entries(custom_claims))
      claims.set(
        name === 'group' ? `group=${value}` : `jwt_${name}=${value}`,
        name === 'group' ? wording.group(value) : wording.claim(name, value),
      );
  return [
    ...applications
      .map(({ client_id, display_name }): Choice => [
        `subject=${client_id}`,
        wording.application(display_name || client_id),
      ])
      .toSorted(bySpelling),
    ...[...claims].toSorted(bySpelling),
  ];
}
