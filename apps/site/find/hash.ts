import { Sha256 } from '../../../src/lib/sha256.ts';

/** Why a file cannot be searched for. */
export class NotAFile extends Error {
  readonly reason: 'folder' | 'several' | 'nothing' | 'unreadable';

  constructor(reason: NotAFile['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The one file that was dropped. Throws NotAFile for folders, several files, and things that are no files. */
export function droppedFile(data: DataTransfer | null): File {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  if (items.some((item) => item.webkitGetAsEntry()?.isDirectory)) throw new NotAFile('folder');
  if (items.length > 1) throw new NotAFile('several');
  const file = items[0]?.getAsFile();
  if (!file) throw new NotAFile('nothing');
  return file;
}

/**
 * The SHA-256 of a file in hexadecimal digits. Reads the file in parts, so that its size is not limited by memory.
 * `onProgress` gets the percentage that was read. Throws NotAFile if the file cannot be read, as folders in some
 * browsers.
 */
export async function hashOf(file: Blob, onProgress: (percent: number) => void): Promise<string> {
  const hash = new Sha256();
  let [read, shown] = [0, 0];
  try {
    const reader = file.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      hash.update(value);
      read += value.length;
      const percent = Math.floor((100 * read) / file.size);
      if (percent > shown) onProgress((shown = percent));
    }
  } catch {
    throw new NotAFile('unreadable');
  }
  return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
