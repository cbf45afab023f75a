import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';

/** The EICAR test string, in two parts so that scanners do not find it in this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export const bytes = strToU8;

export const joined = (...parts: (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part))));

/** A zip archive; level 0 stores. */
export const zip = (files: Record<string, Uint8Array>, level: 0 | 9 = 9): Uint8Array => zipSync(files, { level });

/** A zip archive written as a stream: the sizes follow each file. */
export function streamedZip(files: Record<string, Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, content] of Object.entries(files)) {
    const file = new ZipDeflate(name, { level: 9 });
    archive.add(file);
    file.push(content, true);
  }
  archive.end();
  return joined(...parts);
}

/** `content` in `depth` nested archives. */
export function nested(content: Uint8Array, depth: number): Uint8Array {
  let archive = content;
  for (let i = 0; i < depth; i++) archive = zip({ [`level${i}`]: archive });
  return archive;
}

/** Some tens of kilobytes that unpack to 16 GiB of zeros through three nested archives. */
export function bomb(): Uint8Array {
  let archive = zip({ zeros: new Uint8Array(10 * 2 ** 20) });
  for (let level = 0; level < 2; level++) {
    const inner = archive;
    archive = zip(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`copy${i}`, inner])));
  }
  return archive;
}

/** A word-processing document with this text in it. */
export const docx = (text: string): Uint8Array =>
  zip({
    '[Content_Types].xml': bytes(
      '<?xml version="1.0" encoding="UTF-8"?><Types ' +
        'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ' +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Override PartName="/word/document.xml" ' +
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': bytes(
      '<?xml version="1.0" encoding="UTF-8"?><Relationships ' +
        'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
        'Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': bytes(
      '<?xml version="1.0" encoding="UTF-8"?><w:document ' +
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>' +
        `${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });

export const PDF = bytes(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count ' +
    '0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
export const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);
export const ELF = joined(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), new Uint8Array(100));
/** A Windows program: 0x3c holds the offset of its header. */
export const PE = joined('MZ', new Uint8Array(0x3a), new Uint8Array([0x80]), new Uint8Array(0x43), 'PE\0\0 and so on');
export const SCRIPT = bytes('#!/bin/sh\necho hello\n');

/** An archive whose only file is encrypted (made by `zip -P`). */
export const ENCRYPTED = new Uint8Array(
  Buffer.from(
    'UEsDBBQACQAIABWBdV1xW70sPQAAAFUAAAAFABwAcy50eHRVVAkAAwrCAWsKwgFrdXgLAAEEAAAAAAQAAAAATGdy1G2hA+Cvtrf/3am9n9JF' +
      'Xj1cUU0BxbFVz60gLP6yT+1Jv00gYajdl6KWU+a4wqqik64dV4S8uM9brlBLBwhxW70sPQAAAFUAAABQSwECHgMUAAkACAAVgXVdcVu9LD0A' +
      'AABVAAAABQAYAAAAAAABAAAApIEAAAAAcy50eHRVVAUAAwrCAWt1eAsAAQQAAAAABAAAAABQSwUGAAAAAAEAAQBLAAAAjAAAAAAA',
    'base64',
  ),
);

/** The header of a file in an archive, with a compression method and the uncompressed size. */
export function zipHeader(method: number, size: number): Uint8Array {
  const header = new Uint8Array(31);
  const view = new DataView(header.buffer);
  header.set([0x50, 0x4b, 3, 4, 20]);
  view.setUint16(8, method, true);
  view.setUint32(18, size, true);
  view.setUint32(22, size, true);
  view.setUint16(26, 1, true);
  header[30] = 'a'.charCodeAt(0);
  return header;
}

/** Reproducible bytes that do not compress. */
export function noise(length: number): Uint8Array {
  const out = new Uint8Array(length);
  let state = 2463534242;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[i] = state;
  }
  return out;
}
