import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildVerifier } from '../../apps/server/build/verifier.mjs';

/** `npm run verifier`: builds the page that verifies auditor's packages, and prints its SHA-256. */
const directory = join(import.meta.dirname, '../../.build');
const { text, sha256 } = await buildVerifier();
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, 'verify.html'), text);
console.log(`${sha256}  ${join('.build', 'verify.html')}`);
