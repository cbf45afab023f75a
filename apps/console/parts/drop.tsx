import { useEffect, useRef } from 'preact/hooks';
import { droppedFile } from '../../site/find/hash.ts';

/**
 * A field for a file, which can also be dropped anywhere on the screen: a browser opens a file that is dropped beside a
 * field. `onFile` gets a function that returns the file, or throws NotAFile.
 */
export function FileDrop({ id, accept, onFile }: { id: string; accept?: string; onFile: (of: () => File) => void }) {
  const newest = useRef(onFile);
  newest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      newest.current(() => droppedFile(event.dataTransfer));
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
  return (
    <p class="field drop">
      <label for={id}>File</label>
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
