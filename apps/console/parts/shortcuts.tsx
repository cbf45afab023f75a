import { useState } from 'preact/hooks';
import { hasSingleKeys, keepSingleKeys } from '../lib/single-keys.ts';
import { Dialog } from './dialog.tsx';
import { Tick } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { shortcuts: wording } = rareTexts;
const { common, palette } = screenTexts;

/** The keys of the console, and the choice whether single ones are among them. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useState(hasSingleKeys);
  const [isKept, setKept] = useState(true);
  const keys = [
    [palette.shortcut('K'), wording.search],
    ...(single
      ? [
          ['/', wording.search],
          ['?', wording.list],
        ]
      : []),
    [wording.enter, wording.next],
    [palette.shortcut(wording.enter), wording.review],
    [wording.escape, wording.close],
  ] as const;
  const choose = (on: boolean): void => {
    setSingle(on);
    try {
      keepSingleKeys(on);
    } catch {
      setKept(false);
    }
  };
  return (
    <Dialog title={palette.shortcuts} onClose={onClose}>
      <dl class="facts">
        {keys.map(([key, effect]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={`${key} effect`}>{effect}</dd>,
        ])}
      </dl>
      <Tick label={wording.single} checked={single} onChange={choose} />
      <p class="note" role="status">
        {isKept ? wording.singleHint : wording.notKept}
      </p>
      <p class="actions">
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </p>
    </Dialog>
  );
}
