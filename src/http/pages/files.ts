import { html } from 'hono/html';
import { attachmentsIn, type Attachment } from '../../formats/records/attachments.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { fileOf, type Base } from './address.ts';
import { code, isolated, NOTHING, own, type Markup } from './markup.ts';
import type { KnownFile, ScanStatus } from './model.ts';
import type { PageTexts } from './texts/en.ts';

/** The blobs that attributes name. */
export const blobsIn = (...all: readonly Attributes[]): string[] => [
  ...new Set(all.flatMap((attributes) => attachmentsIn(attributes, '').attachments.map(({ blob }) => blob))),
];

/** The record that names the files, the stored files, and the blobs that can be downloaded (default: all). */
export type Shelf = {
  texts: PageTexts;
  base: Base;
  record: string;
  known: readonly KnownFile[];
  downloadable?: readonly string[];
};

/** Image types that cannot contain scripts. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The stored file of an attachment; undefined if no file has its hash. */
const fileFor = ({ known }: Shelf, { blob, sha256 }: Attachment): KnownFile | undefined =>
  known.find((file) => file.blob === blob && file.sha256 === sha256);

/** The URL of a file; undefined if the public download would reject it. */
function addressOf(shelf: Shelf, file: KnownFile | undefined): string | undefined {
  if (!file || file.scan === 'SCANNED_BAD' || shelf.downloadable?.includes(file.blob) === false) return undefined;
  return fileOf(shelf.base, shelf.record, file.blob);
}

const isPrimary = ({ field, fileName }: Attachment): boolean =>
  field === '.arc_primary_image' || fileName === 'arc_primary_image';

/** The primary image, if the attributes have one that may be shown. */
export function primaryImage(shelf: Shelf, ...places: readonly Attributes[]): Markup {
  for (const attachment of places.flatMap((attributes) => attachmentsIn(attributes, '').attachments)) {
    if (!isPrimary(attachment)) continue;
    const file = fileFor(shelf, attachment);
    const address = addressOf(shelf, file);
    if (!file || address === undefined || !RASTER.has(file.type)) continue;
    const name = attachment.fileName === 'arc_primary_image' ? '' : attachment.fileName;
    const { image, imageNamed } = shelf.texts.files;
    const text = name === '' ? image : imageNamed(isolated(name));
    return html`<img class="primary" src="${address}" alt="${text}" />`;
  }
  return NOTHING;
}

/** The files that attributes name: link, type, size, scan status and hash. */
export function fileList(shelf: Shelf, ...places: readonly Attributes[]): Markup {
  const attachments = places.flatMap((attributes) => attachmentsIn(attributes, '').attachments);
  if (attachments.length === 0) return NOTHING;
  return html`<ul class="files">
    ${attachments.map((attachment) => item(shelf, attachment))}
  </ul>`;
}

const scanOf = ({ files }: PageTexts, scan: ScanStatus): readonly [sign: string, words: string] =>
  (
    {
      NOT_SCANNED: ['○', files.notScanned],
      SCANNED_OK: ['✓', files.good],
      SCANNED_BAD: ['✕', files.bad],
    } as const
  )[scan];

function item(shelf: Shelf, attachment: Attachment): Markup {
  const file = fileFor(shelf, attachment);
  const address = addressOf(shelf, file);
  const name = attachment.fileName === '' ? `blobs/${attachment.blob}` : attachment.fileName;
  const [sign, scan] = file ? scanOf(shelf.texts, file.scan) : ['✕', shelf.texts.files.missing];
  const about = file ? html`${file.type}, ${sizeOf(shelf.texts, file.size)}, ` : '';
  return html`<li>
    <p class="file">${address === undefined ? own(name) : html`<a href="${address}" download>${own(name)}</a>`}</p>
    <p>
      ${about}<span class="scan ${file?.scan ?? 'SCANNED_BAD'}"><span aria-hidden="true">${sign}</span> ${scan}</span>
    </p>
    <p>SHA-256 ${code(attachment.sha256)}</p>
  </li>`;
}

const UNITS = ['', 'KB', 'MB', 'GB'];

function sizeOf(texts: PageTexts, bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  if (unit === 0) return `${bytes} ${texts.files.bytes}`;
  return `${texts.page.decimal((bytes / 1000 ** unit).toFixed(1))} ${UNITS[unit]}`;
}
