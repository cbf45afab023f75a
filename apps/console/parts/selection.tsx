import { useState } from 'preact/hooks';
import type { Schemas } from '../lib/api.ts';
import { selectedForLabels } from '../lib/selected-for-labels.ts';
import { onDemand } from './on-demand.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { selection: wording } = screenTexts;

type Asset = Schemas['Asset'];

/** The most assets on which one request records. */
const MOST_SELECTED = 500;

const BulkRecord = onDemand(async () => (await import('./bulk.tsx')).BulkRecord);

/** The selected assets by their identity. */
export type SelectedAssets = ReadonlyMap<string, Asset>;

/**
 * What can be done with the selected assets of a list. `shown`: the assets of the list that can be selected, as far as
 * the rights on them are known. `isComplete`: of all of them; else “all” would leave some out.
 */
export function Selection(of: {
  shown: Asset[];
  isComplete: boolean;
  selected: SelectedAssets;
  onSelect: (selected: SelectedAssets) => void;
  onRecorded: () => void;
}) {
  const { shown, selected, onSelect } = of;
  const [open, setOpen] = useState(false);
  const [recorded, setRecorded] = useState(false);
  if (shown.length === 0) return null;
  const all = shown.every(({ identity }) => selected.has(identity));
  const tooMany = selected.size > MOST_SELECTED;
  const close = (): void => {
    setOpen(false);
    if (recorded) of.onRecorded();
    setRecorded(false);
  };
  const done = (assets: Asset[]): void => {
    setRecorded(true);
    const left = new Map(selected);
    for (const { identity } of assets) left.delete(identity);
    onSelect(left);
  };
  return (
    <div class="actions" role="group" aria-label={wording.selection}>
      {of.isComplete && (
        <label class="pick">
          {wording.selectAll(
            <input
              type="checkbox"
              checked={all}
              onChange={() => onSelect(all ? new Map() : new Map(shown.map((asset) => [asset.identity, asset])))}
            />,
          )}
        </label>
      )}
      <span class="note" role="status">
        {selected.size === 0 ? '' : wording.selected(selected.size)}
      </span>
      {selected.size > 0 && (
        <button type="button" disabled={tooMany} onClick={() => setOpen(true)}>
          {wording.record}
        </button>
      )}
      {selected.size > 0 && (
        <a href="#/labels?selected" class="button quiet" onClick={() => selectedForLabels.set([...selected.values()])}>
          {wording.labels}
        </a>
      )}
      {tooMany && <span class="wrong">{wording.most(MOST_SELECTED)}</span>}
      {open && <BulkRecord assets={[...selected.values()]} onDone={done} onClose={close} />}
    </div>
  );
}
