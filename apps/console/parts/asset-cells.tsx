import { useEffect } from 'preact/hooks';
import { uuidOf, type Schemas } from '../lib/api.ts';
import { MORE_COLUMNS } from '../lib/asset-columns.ts';
import { addressOf } from '../lib/asset-query.ts';
import { complianceStates, type ComplianceState } from '../lib/compliance.ts';
import { useStore } from '../lib/store.ts';
import { FoundIn } from './asset-search.tsx';
import { isLocation, LocationLink, nameOf, textOf } from './attributes.tsx';
import { Ago, Moment } from './moment.tsx';
import { Thumb } from './picture.tsx';
import { ownerOf, type OnAsset } from '../lib/rights.ts';
import type { SelectedAssets } from './selection.tsx';
import type { Column } from './table.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetCells: wording, common, menu } = screenTexts;

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
      common.name,
      (asset) => (
        <span class="named">
          {selectable(asset) && (
            <input
              type="checkbox"
              aria-label={wording.select(nameOf(asset))}
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
    ...(q === '' ? [] : [[wording.foundIn, (asset: Asset) => <FoundIn asset={asset} q={q} />] as const]),
    [common.type, (asset) => <TypeLink type={textOf(asset.attributes, 'arc_display_type')} />],
    ...MORE_COLUMNS.filter((name) => more.includes(name)).map((name): Column<Asset> => [
      wording.columns[name],
      (asset) => <Attribute of={asset} name={name} />,
    ]),
    [
      wording.lastRecorded,
      ({ at_time }) => (
        <>
          <Moment at={at_time} />
          <span class="roomy">
            <Ago at={at_time} />
          </span>
        </>
      ),
    ],
    ...(ruled
      ? [
          [
            menu.compliance,
            ({ identity, tenant_identity }: Asset) => <State identity={identity} own={tenant_identity === own} />,
          ] as const,
        ]
      : []),
    [
      wording.record,
      ({ identity, confirmation_status, public: isPublic, tracked, tenant_identity }) =>
        [
          // What is confirmed needs no word.
          confirmation_status === 'CONFIRMED' ? '' : texts.words.confirmation[confirmation_status],
          isPublic ? wording.public : '',
          tenant_identity === own ? '' : wording.of(ownerOf(on.get(identity))),
          tracked === 'TRACKED' ? '' : wording.untracked,
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

const CLASSES: Record<ComplianceState, string> = {
  compliant: 'state good',
  failing: 'state bad',
  unruled: 'state note',
};

/** Whether an asset complies, which is evaluated when it is first needed. */
function State({ identity, own }: { identity: string; own: boolean }) {
  const states = useStore(complianceStates.values);
  useEffect(() => complianceStates.want(identity), [identity, states.has(identity)]);
  if (!states.has(identity)) return <span class="note">…</span>;
  const state = states.get(identity);
  if (state === undefined) return <span class="note">{wording.unknown}</span>;
  if (state === 'unruled' && !own) return <span class="note">{wording.rulesOfOwner}</span>;
  return <span class={CLASSES[state]}>{wording.states[state]}</span>;
}
