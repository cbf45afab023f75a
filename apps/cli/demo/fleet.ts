/** A type of assets: how many there are, the names of their attributes, and what is recorded on them. */
export type Kind = {
  type: string;
  name: (n: number) => string;
  count: number;
  maker: string;
  model: string;
  /** Type of event, description, and how many of 100 events are of it. */
  work: readonly [type: string, description: string, share: number][];
  /** The drawing of its picture: a color, and a path in a square of 100. */
  color: string;
  path: string;
};

const CHECK = ['Inspection', 'All points of the checklist passed.', 55] as const;

/** 200 assets of five types, as a harbour has them. */
export const KINDS: readonly Kind[] = [
  {
    type: 'Fire extinguisher',
    name: (n) => `Extinguisher ${String(n + 1).padStart(3, '0')}`,
    count: 80,
    maker: 'Brandt & Löffler Sicherheitstechnik GmbH',
    model: 'P6-ABC',
    work: [
      [...CHECK],
      ['Pressure test', 'Held 27 bar for 30 seconds.', 25],
      ['Seal replaced', 'The seal was broken; the charge is complete.', 20],
    ],
    color: '#b3372f',
    path: 'M40 30h20v60h-20zM44 20h12v10h-12zM36 14h28v6h-28zM60 24l18 14v16',
  },
  {
    type: 'Pump',
    name: (n) => `Pump ${n + 1}`,
    count: 50,
    maker: 'Veldkamp',
    model: 'BX-40',
    work: [
      [...CHECK],
      ['Maintenance', 'Bearings greased, coupling aligned.', 25],
      ['Fault', 'Vibration above 7 mm/s at full load.', 10],
      ['Repair', 'Impeller replaced and balanced.', 10],
    ],
    color: '#0a6150',
    path: 'M20 50a26 26 0 1 0 52 0a26 26 0 1 0 -52 0M72 40h18v20h-18M38 24v-14h16v14M16 84h60',
  },
  {
    type: 'Navigation light',
    name: (n) => `Navigation light ${String.fromCodePoint(65 + (n % 5))}${Math.floor(n / 5) + 1}`,
    count: 40,
    maker: 'Sealite',
    model: 'SL-155',
    work: [
      [...CHECK],
      ['Lamp replaced', 'LED module replaced; range measured at 4.2 nautical miles.', 15],
      ['Firmware update', 'Controller updated; the light was off for two minutes.', 30],
    ],
    color: '#c58a12',
    path: 'M38 44h24l8 46h-40zM42 26h16v18h-16zM38 20h24v6h-24zM12 34l20 2M68 36l20 -2',
  },
  {
    type: 'Forklift',
    name: (n) => `Forklift ${n + 1}`,
    count: 20,
    maker: 'Linde',
    model: 'E30',
    work: [
      [...CHECK],
      ['Battery change', 'Battery swapped at the charging station.', 35],
      ['Damage', 'Scratch on the left mast; still in service.', 10],
    ],
    color: '#385f9c',
    path: 'M20 70v-34h26l12 34zM62 16v66h26M28 80a8 8 0 1 0 .1 0M52 80a8 8 0 1 0 .1 0',
  },
  {
    type: 'Container crane',
    name: (n) =>
      n === 3
        ? 'Ship-to-shore container crane 4 of the eastern terminal, berth 12 (formerly Maasvlakte crane 31)'
        : `Container crane ${n + 1}`,
    count: 10,
    maker: 'Konecranes',
    model: 'STS 65 t',
    work: [
      [...CHECK],
      ['Load test', 'Lifted 81.25 t, which is 125 % of the rated load.', 20],
      ['Wire rope replaced', 'Hoist rope replaced; certificate attached to the order.', 25],
    ],
    color: '#5b6470',
    path: 'M30 90v-60M58 90v-60M8 30h84M30 60h28M44 10l-36 20M44 10l48 20M76 30v26h-8v10h16v-10h-8',
  },
];

/** People who declare events: with a long name, a long identity, and one with only a subject. */
export const PEOPLE = [
  ['Ada Marsh', 'ada.marsh@harbour.example'],
  ['Bram de Vries', 'bram.devries@harbour.example'],
  ['Chiara Rossi', 'chiara.rossi@harbour.example'],
  ['Maximiliane von Hohenberg-Schwarzenfels', 'maximiliane.von.hohenberg-schwarzenfels@subsidiary.harbour.example'],
  ['Noor Haddad', 'noor.haddad@harbour.example'],
  ['', 'f:8c1a44de-4f1f-4b1e-9a0e-2f3c7d0b5a11:terminal-operator-07'],
] as const;

/** Locations, with the positions of ports. */
export const PLACES = [
  ['Quay 4', 'Container cranes and their power supply', 51.9501, 4.0501],
  ['Rotterdam depot', 'Workshop and spare parts', 51.9225, 4.4792],
  ['Hamburg, Burchardkai', 'Berths 1 to 6', 53.5351, 9.9146],
  ['Felixstowe', 'Shared with Quarry & Sons', 51.9539, 1.3051],
  ['Algeciras', '', 36.1347, -5.4373],
  [
    'Singapore, Pasir Panjang Terminal 5 and the adjoining tank farm',
    'Under construction until 2027',
    1.2742,
    103.7605,
  ],
  ['Los Angeles, Pier 400', '', 33.7405, -118.2487],
  ['Santos', 'Navigation lights of the channel', -23.9608, -46.3336],
] as const;

/**
 * What happened last to the asset that is shown: type, description, its condition afterwards, and whether with files.
 */
export const STORY = [
  ['Inspection', 'Bearing temperature 71 °C at full load; no leaks.', 'good', true],
  ['Fault', 'Vibration above 7 mm/s at full load. The pump was stopped and pump 8 took over.', 'out of service', false],
  ['Repair', 'Impeller replaced and balanced; 2.1 mm/s afterwards.', 'good', true],
] as const;

/** The compliance policies. */
export const RULES = [
  {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Inspected every month',
    description: 'Work instruction 12, section 4',
    event_display_type: 'Inspection',
    time_period_seconds: '2592000',
  },
  {
    compliance_type: 'COMPLIANCE_PERIOD_OUTSTANDING',
    display_name: 'Faults of pumps are repaired within three days',
    description: '',
    event_display_type: 'Fault',
    closing_event_display_type: 'Repair',
    time_period_seconds: '259200',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
  },
  {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Pumps weigh at most 60 kg',
    description: 'The platform of Quay 4 carries no more.',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    richness_assertions: [{ or: ['weight<=60'] }],
  },
];

/** A generator of numbers from 0 to 1 with a fixed seed (mulberry32), so that the data are the same in each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The template of inspections. */
export const INSPECTION = {
  display_name: 'Monthly inspection',
  description: 'While the machine runs. Takes ten minutes.',
  event_display_type: 'Inspection',
  fields: [
    {
      name: 'condition',
      display_name: 'Condition',
      kind: 'CHOICE',
      choices: ['new', 'good', 'worn', 'out of service'],
      required: true,
      help: 'Out of service if it leaks',
      asset_attribute: 'condition',
    },
    { name: 'hours', display_name: 'Hours of operation', kind: 'NUMBER', asset_attribute: 'hours' },
    { name: 'next_inspection', display_name: 'Next inspection', kind: 'DATE' },
    { name: 'oil_changed', display_name: 'Oil changed', kind: 'YES_NO' },
    {
      name: 'photo_of_the_plate',
      display_name: 'Photo of the type plate',
      kind: 'PHOTO',
      required: true,
      help: 'The serial number must be legible.',
    },
  ],
};
