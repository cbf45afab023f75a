import { INSPECTION, KINDS, numbers, PEOPLE, PLACES, RULES, type Kind } from './fleet.ts';

/** Sends a body to a path below the base address, such as `/v2/assets`. Returns the JSON of the response, or throws. */
export type Post = (path: string, body: object) => Promise<any>;

export type HarbourOptions = {
  /** Milliseconds since the epoch. Events are declared in the year before. */
  now: number;
  events: number;
  /** The last events, which are recorded without a declared time. */
  live?: number;
  /** Attributes with uploaded files: the pictures of kinds, and the report of inspections. */
  files?: { pictures: ReadonlyMap<Kind, object>; report: object };
};

/** Items of a request. */
const BATCH = 500;

/**
 * Fills an empty tenancy through the API with the data of a harbour: 200 assets of five types at eight locations, a
 * public one, their events of a year, compliance policies and a template. The data are the same in each run.
 */
export async function fillHarbour(post: Post, { now, events, live = 0, files }: HarbourOptions) {
  const random = numbers(7);
  const places: string[] = [];
  for (const [display_name, description, latitude, longitude] of PLACES)
    places.push(
      (await post('/v2/locations', { display_name, description, latitude, longitude, attributes: { country: 'EU' } }))
        .identity,
    );
  // The assets take turns, so that each page of a list has several types.
  const fleet = KINDS.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, n) => ({ kind, n, at: (n + 0.5) / kind.count })),
  ).toSorted((a, b) => a.at - b.at);
  const assetOf = ({ kind, n }: (typeof fleet)[number]): object => ({
    behaviours: ['RecordEvidence', 'Attachments'],
    proof_mechanism: n % 4 === 3 ? 'SIMPLE_HASH' : 'MERKLE_LOG',
    attributes: {
      arc_display_name: kind.name(n),
      arc_display_type: kind.type,
      arc_serial_number: `${kind.model.slice(0, 2).toUpperCase()}-${10_000 + n * 37}`,
      arc_home_location_identity: places[(n * 5) % places.length],
      manufacturer: kind.maker,
      model: kind.model,
      weight: String(Math.round(5 + random() * 60)),
      condition: 'new',
      // Some assets have no picture.
      ...(files && n % 7 !== 6 ? { arc_primary_image: files.pictures.get(kind) } : {}),
    },
  });
  const made = resultsOf(await post('/v2/assets:batch', { assets: fleet.map(assetOf) }));
  const assets = made.map(({ asset }) => asset.identity as string);

  const times = Array.from({ length: events }, () => now - Math.floor(random() ** 1.3 * 365 * 1440) * 60_000);
  const history = times
    .toSorted((a, b) => a - b)
    .map((time, i) => {
      const at = Math.floor(random() * assets.length);
      const declared = i < events - live ? { timestamp_declared: new Date(time).toISOString() } : {};
      return { asset_identity: assets[at]!, ...declared, ...eventOf(fleet[at]!, { time, i, random, files }) };
    });
  for (let i = 0; i < history.length; i += BATCH)
    resultsOf(await post('/v2/assets/-/events:batch', { events: history.slice(i, i + BATCH) }));

  const published = await post('/v2/assets', {
    public: true,
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Lifebuoy of Quay 4', arc_display_type: 'Lifebuoy' },
  });
  for (const body of RULES) await post('/v1/compliance_policies', body);
  const template = await post('/v1/templates', INSPECTION);
  return { fleet, assets, places, published, template };
}

/** An event of an asset at a time, the i-th of all. */
function eventOf(
  { kind, n }: { kind: Kind; n: number },
  of: { time: number; i: number; random: () => number; files: HarbourOptions['files'] },
): object {
  const { time, i, random, files } = of;
  let share = random() * 100;
  const [type, description] = kind.work.find(([, , part]) => (share -= part) < 0)!;
  const [display_name, mail] = PEOPLE[Math.floor(random() * PEOPLE.length)]!;
  const [, , latitude, longitude] = PLACES[(n * 5) % PLACES.length]!;
  return {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    principal_declared: {
      issuer: 'https://login.harbour.example',
      subject: mail,
      display_name,
      email: mail.includes('@') ? mail : '',
    },
    event_attributes: {
      arc_display_type: type,
      arc_description: description,
      arc_correlation_value: `order-${i}`,
      arc_gis_lat: (latitude + (random() - 0.5) / 50).toFixed(5),
      arc_gis_lng: (longitude + (random() - 0.5) / 50).toFixed(5),
      ...(files && type === 'Inspection' && i % 9 === 0 ? { report: files.report } : {}),
      ...(files && (type === 'Maintenance' || type === 'Damage')
        ? { arc_primary_image: files.pictures.get(kind) }
        : {}),
    },
    asset_attributes: {
      ...(type === 'Inspection'
        ? { condition: ['good', 'fair', 'worn'][Math.floor(random() * 3)], last_inspection: dayOf(time) }
        : {}),
      ...(type === 'Firmware update' ? { arc_firmware_version: `3.${Math.floor(i / 500)}.${i % 10}` } : {}),
    },
  };
}

/** The day of a time, as `2026-11-30`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The results of a batch. Throws an Error if an item was refused. */
function resultsOf({ results }: { results: any[] }): any[] {
  for (const { error } of results)
    if (error) throw new Error(`an item of a batch was refused: ${JSON.stringify(error)}`);
  return results;
}
