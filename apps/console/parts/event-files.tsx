import { attachmentsIn } from '../../../src/formats/records/attachments.ts';
import type { Schemas } from '../lib/schemas.ts';
import { Attachment } from './attributes.tsx';
import { BlobThumb } from './picture.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { eventFiles: wording, common } = screenTexts;

type Attributes = Schemas['Attributes'];

/** File names of images that browsers show without running anything. */
export const IMAGE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

/** The most pictures in a line of a history; the screen of the event has all. */
const SHOWN = 4;

const filesIn = (attributes: Attributes) =>
  attachmentsIn(attributes, '').attachments.map(({ field, blob, fileName }) => ({
    field,
    blob,
    name: fileName || 'file',
    isImage: IMAGE.test(fileName) || field === '.arc_primary_image',
  }));

/** The files of an event in a history: small pictures, which are read once they are on the screen, and names. */
export function FileLine({ attributes, at, href }: { attributes: Attributes; at: string; href: string }) {
  const files = filesIn(attributes);
  if (files.length === 0) return null;
  const images = files.filter(({ isImage }) => isImage).slice(0, SHOWN);
  const others = files.filter((file) => !images.includes(file));
  return (
    <div class="file-line">
      {images.map(({ field, blob, name }) => (
        <a key={field} href={href} aria-label={wording.pictureOf(name)}>
          <BlobThumb at={at} blob={blob} />
        </a>
      ))}
      {others.length > 0 && (
        <span class="note">
          {wording.others(others.length)}
          {others
            .slice(0, SHOWN)
            .map(({ name }) => name)
            .join(', ')}
          {others.length > SHOWN && ', …'}
        </span>
      )}
    </div>
  );
}

/** All files of an event, with small pictures and downloads. `at`: the identity of the event. */
export function EventFiles({ attributes, at }: { attributes: Attributes; at: string }) {
  const files = filesIn(attributes);
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files">{common.files}</h2>
      <ul class="items files">
        {files.map(({ field, blob, name, isImage }) => (
          <li key={field}>
            {isImage && <BlobThumb at={at} blob={blob} />}
            <Attachment at={at} uuid={blob} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
