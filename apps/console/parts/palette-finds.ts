import { useEffect, useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { addressOf } from '../lib/asset-query.ts';
import { mayRecord } from '../lib/rights.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { nameOf } from './attributes.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { paletteFinds: wording } = screenTexts;

/** `id`: differs from those of all other commands of the same kind. */
export type PaletteCommand = {
  kind: 'Screen' | 'Action' | 'Asset' | 'Event' | 'Location' | 'Person' | 'Record';
  id: string;
  title: string;
  run: () => void;
};

/** Milliseconds without input until records are searched. */
const PAUSE = 250;
/** The most assets that are listed. */
const ASSETS = 8;
/** Locations and people whose names are compared, which is one page of each. */
const NAMED = 500;
/** The most locations and people that are listed. */
const LISTED = 4;

/** The identity of an asset or an event, also the beginning of an address or only the UUID of an asset. */
const IDENTITY = /^(?:.*\bassets\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/events\/([\da-f-]{36}))?$/i;

/** `all`: opens the list of all assets that are found, if there are more. `isFailed`: the assets are not known. */
export type Finds = {
  commands: readonly PaletteCommand[];
  total: number;
  isBusy: boolean;
  isFailed: boolean;
  all?: PaletteCommand;
};
type Found = Omit<Finds, 'isBusy' | 'isFailed'>;

const NONE: Found = { commands: [], total: 0 };

/**
 * The records that an input finds, after a pause: an asset or an event by its identity; assets by words, or to record
 * on if the first word is “record” or “erfassen”; locations and, for administrators, people by their names. `total`
 * counts the assets that are not listed too.
 */
export function usePaletteFinds(text: string): Finds {
  const signedIn = useStore(session)!;
  const [found, setFound] = useState<Found & { text: string; isFailed: boolean }>({
    text: '',
    isFailed: false,
    ...NONE,
  });
  const [named, setNamed] = useState<readonly PaletteCommand[]>();
  useEffect(() => {
    if (text === '' || named) return;
    void readNamed(signedIn.administrator).then(setNamed);
  }, [text === '']);
  useEffect(() => {
    let isOver = false;
    const show = (finds: Found, isFailed = false): void => void (isOver || setFound({ text, isFailed, ...finds }));
    const timer = setTimeout(() => {
      if (text === '') return show(NONE);
      // Screens and actions work without the search.
      findAssets(text, signedIn).then(show, () => show(NONE, true));
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  const words = text.toLowerCase().split(/\s+/);
  const others = (text === '' ? [] : (named ?? [])).filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  const finds = found.text === text ? found : NONE;
  return {
    commands: [...finds.commands, ...others.slice(0, LISTED)],
    total: finds.total + others.length,
    ...(finds.all ? { all: finds.all } : {}),
    isBusy: found.text !== text && text !== '',
    isFailed: found.text === text && found.isFailed,
  };
}

async function findAssets(text: string, signedIn: Parameters<typeof mayRecord>[0]): Promise<Found> {
  const [, asset, event] = IDENTITY.exec(text) ?? [];
  if (asset) return findIdentity(asset.toLowerCase(), event?.toLowerCase());
  const [, records, words] = /^((?:record|erfassen)\s+)?(.*)$/is.exec(text)!;
  const { items, total } = await pages('/v2/assets:search', 'assets', {
    params: { query: { q: words!, tracked: 'TRACKED' } },
  })(undefined, ASSETS);
  const commands = items
    .filter((each) => !records || mayRecord(signedIn, each, 'RecordEvidence', undefined))
    .map((each): PaletteCommand => {
      const path = `assets/${uuidOf(each.identity)}`;
      const title = nameOf(each);
      return records
        ? { kind: 'Record', id: path, title: wording.recordOn(title), run: () => go(`${path}/record`) }
        : { kind: 'Asset', id: path, title, run: () => go(path) };
    });
  if (records || total <= commands.length) return { commands, total: commands.length };
  const list = addressOf({ q: words! }).replace('#/', '');
  return { commands, total, all: { kind: 'Action', id: list, title: wording.all(total), run: () => go(list) } };
}

async function findIdentity(asset: string, event: string | undefined): Promise<Found> {
  const found = await api.get('/v2/assets/{uuid}', { params: { path: { uuid: asset } } });
  const name = nameOf(found);
  const command: PaletteCommand =
    event === undefined
      ? { kind: 'Asset', id: asset, title: name, run: () => go(`assets/${asset}`) }
      : { kind: 'Event', id: event, title: wording.eventOf(name), run: () => go(`assets/${asset}/events/${event}`) };
  return { commands: [command], total: 1 };
}

/** Locations and, for administrators, people, by their names. What cannot be read is not found. */
async function readNamed(administrator: boolean): Promise<PaletteCommand[]> {
  const none = (): never[] => [];
  const [locations, people] = await Promise.all([
    pages('/v2/locations', 'locations')(undefined, NAMED).then(({ items }) => items, none),
    administrator ? pages('/v1/tenancies/users', 'users')(undefined, NAMED).then(({ items }) => items, none) : none(),
  ]);
  return [
    ...locations.map((each): PaletteCommand => toRecord('Location', each.display_name, 'locations', each)),
    ...people.map((each): PaletteCommand => toRecord('Person', nameOfPerson(each), 'people', each)),
  ];
}

const toRecord = (
  kind: PaletteCommand['kind'],
  title: string,
  at: string,
  { identity }: { identity: string },
): PaletteCommand => ({ kind, id: identity, title, run: () => go(`${at}/${uuidOf(identity)}`) });

const nameOfPerson = ({ display_name, email }: Schemas['User']): string =>
  [display_name, email].filter(Boolean).join(' ');
