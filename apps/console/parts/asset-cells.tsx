import { useEffect } from 'preact/hooks';
import { uuidOf, type Schemas } from '../lib/api.ts';
import { MORE_COLUMNS } from '../lib/asset-columns.ts';
import { addressOf } from '../lib/asset-query.ts';
import { complianceStates, type ComplianceState } from '../lib/compliance.ts';
import { useStore } from '../lib/store.ts';
import { CONFIRMATION } from '../lib/words.ts';
import { FoundIn } from './asset-search.tsx';
import { isLocation, LocationLink, nameOf, textOf } from './attributes.tsx';
import { Ago, Moment } from './moment.tsx';
import { Thumb } from './picture.tsx';
import { ownerOf, type OnAsset } from '../lib/rights.ts';
import type { SelectedAssets } from './selection.tsx';
import type { Column } from './table.tsx';

type Asset = Schemas['Asset'];

/**
 * `own`: the tenancy of the caller. `ruled`: it has compliance policies. `q`: the words of a search; where they were
 * found has a column. `more`: attributes that have one. `selectable`: whether an asset can be selected. `on`: the
 * rights on assets and the names of their owners, as far as they are read.
 */
type Choice = {
  own: string | undefined;
  ruled: boolean;
  q: string;
  more: readonly string[];
  selected: SelectedAssets;
  select: (asset: Asset, on: boolean) => void;
  selectable: (asset: Asset) => boolean;
  on: ReadonlyMap<string, OnAsset>;
};

/** The columns of a list of assets. */
export function assetColumns({ own, ruled, q, more, selected, select, selectable, on }: Choice): Column<Asset>[] {
  return [
    [
      'Name',
      (asset) => (
        <span class="named">
          {selectable(asset) && (
            <input
              type="checkbox"
              aria-label={`Select ${nameOf(asset)}`}
              checked={selected.has(asset.identity)}
              onChange={(event) => select(asset, event.currentTarget.checked)}
            />
          )}
          <Thumb attributes={asset.attributes} at={asset.identity} />
          <a href={`#/assets/${uuidOf(asset.identity)}`}>
            <bdi>{nameOf(asset)}</bdi>
          </a>
        </span>
      ),
    ],
    ...(q === '' ? [] : [['Found in', (asset: Asset) => <FoundIn asset={asset} q={q} />] as const]),
    ['Type', (asset) => <TypeLink type={textOf(asset.attributes, 'arc_display_type')} />],
    ...MORE_COLUMNS.filter(([name]) => more.includes(name)).map(([name, title]): Column<Asset> => [
      title,
      (asset) => <Attribute of={asset} name={name} />,
    ]),
    [
      'Last recorded',
      ({ at_time }) => (
        <>
          <Moment at={at_time} />
          <Ago at={at_time} />
        </>
      ),
    ],
    ...(ruled
      ? [
          [
            'Compliance',
            ({ identity, tenant_identity }: Asset) => <State identity={identity} own={tenant_identity === own} />,
          ] as const,
        ]
      : []),
    [
      'Record',
      ({ identity, confirmation_status, public: isPublic, tracked, tenant_identity }) =>
        [
          CONFIRMATION[confirmation_status],
          isPublic ? 'public' : '',
          tenant_identity === own ? '' : `of ${ownerOf(on.get(identity))}`,
          tracked === 'TRACKED' ? '' : 'no longer tracked',
        ]
          .filter(Boolean)
          .join(', '),
    ],
  ];
}

/** An attribute in the list: a text, or the name of a location. */
function Attribute({ of: { attributes }, name }: { of: Asset; name: string }) {
  const value = attributes[name];
  return isLocation(name, value) ? <LocationLink identity={value} /> : <>{textOf(attributes, name)}</>;
}

/** A type, with a link to the assets that have it. */
const TypeLink = ({ type }: { type: string }) =>
  type === '' ? null : (
    <a href={addressOf({ groups: [[{ name: 'arc_display_type', op: '=', value: type }]] })}>{type}</a>
  );

const STATES: Record<ComplianceState, readonly [text: string, className: string | undefined]> = {
  compliant: ['✓ compliant', 'good'],
  failing: ['✗ not compliant', 'bad'],
  unruled: ['no rule', 'note'],
};

/** Whether an asset complies, which is evaluated when it is first needed. */
function State({ identity, own }: { identity: string; own: boolean }) {
  const states = useStore(complianceStates.values);
  useEffect(() => complianceStates.want(identity), [identity, states.has(identity)]);
  if (!states.has(identity)) return <span class="note">…</span>;
  const state = states.get(identity);
  if (state === undefined) return <span class="note">unknown</span>;
  if (state === 'unruled' && !own) return <span class="note">rules of its owner</span>;
  const [text, className] = STATES[state];
  return <span class={`state ${className ?? ''}`}>{text}</span>;
}
