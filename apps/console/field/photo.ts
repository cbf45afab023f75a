/** Pixels of the longer side of a photo that is made smaller, and its quality as a JPEG. */
const LONGEST = 1600;
const QUALITY = 0.85;

/**
 * A smaller copy of a photo, without its metadata, such as the position. The file itself where the browser cannot read
 * it as a picture.
 */
export async function smaller(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return copy ?? file;
}

/** The name of the n-th photo of a record, from its time: `photo-2026-11-29T08-30-00-1.jpg`. */
export function photoName(at: string, n: number, file: Blob): string {
  const kind = /^image\/(png|webp|gif|avif|heic)$/.exec(file.type)?.[1] ?? 'jpg';
  return `photo-${at.slice(0, 19).replaceAll(':', '-')}-${n}.${kind}`;
}
