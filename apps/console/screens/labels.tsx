import { useState } from 'preact/hooks';
import type { PageOf, Schemas } from '../lib/api.ts';
import { uuidOf } from '../lib/api.ts';
import { assetPages } from '../lib/asset-pages.ts';
import { addressOf, readQuery } from '../lib/asset-query.ts';
import { labelAddressOf, labelOrigin } from '../lib/label-address.ts';
import { LABEL_SHEETS, labelPages } from '../lib/label-sheets.ts';
import type { Route } from '../lib/router.ts';
import { selectedForLabels } from '../lib/selected-for-labels.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { Field } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { QrCode } from '../parts/qr.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { labels: wording } = rareTexts;
const { common } = screenTexts;

type Asset = Schemas['Asset'];

/** The most labels that are printed at once, which is a page of the API. */
const MOST = 500;

type Labelled = Pick<PageOf<Asset>, 'items' | 'next'> & { origin: string };

/** Sheets of labels to print, for the selected assets or for those that the query of the address selects. */
export function Labels({ route }: { route: Route }) {
  const isOfSelected = route.query.has('selected');
  const loaded = useLoaded(async (): Promise<Labelled> => {
    const { items, next } = isOfSelected
      ? { items: selectedForLabels.get(), next: '' }
      : await assetPages(readQuery(route.query))(undefined, MOST);
    const [first] = items;
    return { items, next, origin: first ? await labelOrigin(uuidOf(first.identity)) : '' };
  }, route.query.toString());
  const back = addressOf(readQuery(route.query));
  return (
    <Screen title={wording.title} lead={wording.lead}>
      <Load of={loaded}>
        {(labelled) =>
          labelled.items.length === 0 ? (
            <p class="empty">
              {isOfSelected ? wording.noneSelected : wording.none} <a href={back}>{wording.select}</a>
            </p>
          ) : (
            <Sheets {...labelled} />
          )
        }
      </Load>
    </Screen>
  );
}

function Sheets({ items, next, origin }: Labelled) {
  const [name, setName] = useState(LABEL_SHEETS[0].name);
  const [used, setUsed] = useState('0');
  const sheet = LABEL_SHEETS.find((each) => each.name === name) ?? LABEL_SHEETS[0];
  const pages = labelPages(items, sheet, Math.max(0, Math.trunc(Number(used)) || 0));
  return (
    <>
      <div class="compact">
        <Field
          label={wording.sheet}
          value={name}
          onInput={setName}
          choices={LABEL_SHEETS.map((each) => [each.name, wording.sheetNames[each.name] ?? each.name] as const)}
        />
        {sheet.labels > 1 && <Field label={wording.used} type="number" value={used} onInput={setUsed} />}
      </div>
      <p class="actions">
        <button type="button" onClick={() => print()}>
          {common.print}
        </button>
        <span class="note" role="status">
          {wording.count(items.length, pages.length)}
        </span>
      </p>
      <p class="note">{wording.advice}</p>
      {next !== '' && <p class="wrong">{wording.onlyFirst(MOST)}</p>}
      <div class="sheets" role="region" aria-label={wording.sheets} tabIndex={0}>
        {pages.map((labels, page) => (
          <ol key={page} class={`sheet ${sheet.name}`} aria-label={wording.page(page + 1)}>
            {labels.map((asset, place) => (
              <li key={place}>{asset && <SmallLabel asset={asset} address={labelAddressOf(asset, origin)} />}</li>
            ))}
          </ol>
        ))}
      </div>
    </>
  );
}

function SmallLabel({ asset, address }: { asset: Asset; address: string }) {
  const type = textOf(asset.attributes, 'arc_display_type');
  const serial = textOf(asset.attributes, 'arc_serial_number');
  return (
    <>
      <QrCode address={address} />
      <div>
        <p>
          <strong>
            <bdi>{nameOf(asset)}</bdi>
          </strong>
        </p>
        {type && <p>{type}</p>}
        {serial && <p>{serial}</p>}
        <p>{uuidOf(asset.identity).slice(0, 8)}</p>
      </div>
    </>
  );
}
