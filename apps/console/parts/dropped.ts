import { useEffect, useRef } from 'preact/hooks';

/**
 * Takes files that are dropped anywhere on the screen: a browser opens a file that is dropped beside a field. Text can
 * be dropped into fields as usual. `onDrop` gets what was dropped.
 */
export function useDropped(onDrop: (of: DataTransfer | null) => void): void {
  const newest = useRef(onDrop);
  newest.current = onDrop;
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      newest.current(event.dataTransfer);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}

/** Takes files that are pasted, unless a text is pasted with them. */
export function usePasted(onPaste: (of: DataTransfer) => void): void {
  const newest = useRef(onPaste);
  newest.current = onPaste;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData;
      if (!data?.types.includes('Files') || data.types.includes('text/plain')) return;
      event.preventDefault();
      newest.current(data);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}

/** The files that were dropped or pasted, without folders, and whether there was a folder. */
export function filesIn(data: DataTransfer | null): { files: File[]; hasFolder: boolean } {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory === true;
  return {
    files: items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []),
    hasFolder: items.some(isFolder),
  };
}
