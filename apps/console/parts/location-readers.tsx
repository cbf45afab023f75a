import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { readPeople, type People } from '../lib/policy-choices.ts';
import { Form, Tick } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { PickNames, textOf } from './pick-names.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { locationReaders: wording, permission } = rareTexts;
const { common, menu } = screenTexts;

const PATH = '/v2/locations/{uuid}/permissions';
const isPartner = (identity: string): boolean => identity.startsWith('subjects/');

/** Who can read a location of the tenancy besides its administrators and auditors. `edit`: the caller can change it. */
export function LocationReaders({ uuid, edit }: { uuid: string; edit: boolean }) {
  const params = { path: { uuid } };
  const loaded = useLoaded(async () => {
    const [{ permissions }, people] = await Promise.all([api.get(PATH, { params }), readPeople()]);
    return { readers: permissions.subject_identities, people };
  }, uuid);
  return (
    <section aria-labelledby="readers">
      <h2 id="readers">{wording.title}</h2>
      <p class="note">{wording.lead}</p>
      <Load of={loaded}>
        {({ readers, people }) =>
          edit ? (
            <Edit readers={readers} people={people} uuid={uuid} />
          ) : (
            <ReaderList readers={readers} people={people} />
          )
        }
      </Load>
    </section>
  );
}

type Props = { readers: string[]; people: People };

const nameIn = ({ people, subjects }: People, reader: string): string =>
  subjects.find(({ identity }) => identity === reader)?.display_name ?? textOf(people, reader);

const ReaderList = ({ readers, people }: Props) =>
  readers.length === 0 ? (
    <p class="empty">{wording.nobody}</p>
  ) : (
    <ul>
      {readers.map((reader) => (
        <li key={reader}>{nameIn(people, reader)}</li>
      ))}
    </ul>
  );

function Edit({ readers, people, uuid }: Props & { uuid: string }) {
  const [chosen, setChosen] = useState(readers);
  const [notice, setNotice] = useState('');
  const partners = [...new Set([...people.subjects.map(({ identity }) => identity), ...readers.filter(isPartner)])];
  const save = async (): Promise<void> => {
    setNotice('');
    await api.patch(PATH, { params: { path: { uuid } }, body: { subject_identities: chosen } });
    setNotice(common.saved);
  };
  const change = (next: string[]): void => {
    setNotice('');
    setChosen(next);
  };
  const isPending = (partner: string): boolean =>
    people.subjects.find(({ identity }) => identity === partner)?.confirmation_status !== 'CONFIRMED';
  return (
    <Form
      label={wording.title}
      submit={wording.update}
      onSubmit={save}
      extra={<span role="status">{notice}</span>}
      deliberate
    >
      <fieldset>
        <legend>{common.partners}</legend>
        {partners.length === 0 && <p class="note">{permission.noPartners(<a href="#/sharing">{menu.sharing}</a>)}</p>}
        {partners.map((partner) => (
          <Tick
            key={partner}
            label={wording.administratorsOf(
              isPending(partner) ? common.pending(nameIn(people, partner)) : nameIn(people, partner),
            )}
            checked={chosen.includes(partner)}
            onChange={(on) => change([...chosen.filter((each) => each !== partner), ...(on ? [partner] : [])])}
          />
        ))}
      </fieldset>
      <PickNames
        label={wording.users}
        name="subject_identities"
        chosen={chosen.filter((each) => !isPartner(each))}
        known={people.people}
        hint={wording.usersHint}
        onChange={(users) => change([...chosen.filter(isPartner), ...users])}
      />
    </Form>
  );
}
