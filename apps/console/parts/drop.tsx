import { droppedFile } from '../../site/find/hash.ts';
import { useDropped } from './dropped.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { drop: wording } = screenTexts;

/**
 * A field for a file, which can also be dropped anywhere on the screen. `onFile` gets a function that returns the file,
 * or throws NotAFile.
 */
export function FileDrop({ id, accept, onFile }: { id: string; accept?: string; onFile: (of: () => File) => void }) {
  useDropped((data) => onFile(() => droppedFile(data)));
  return (
    <p class="field drop">
      <label for={id}>{wording.file}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        // The same file can be chosen again after it was corrected.
        onClick={({ currentTarget }) => void (currentTarget.value = '')}
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(() => files[0]!)}
      />
    </p>
  );
}
