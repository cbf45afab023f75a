import { webPlatform } from '../../../src/formats/exports/web-platform.ts';
import { certificateIn, type Certificate } from '../../../src/formats/timestamp/path.ts';
import { verifyRenewed } from '../../../src/formats/timestamp/verify-renewal.ts';
import { nowMicros } from '../../../src/lib/time.ts';
import type { ByteSource } from '../../../src/formats/package/unzip.ts';
import { vkeyIn } from '../../../src/proof/log-pins.ts';
import { verifyPackage } from '../../../src/proof/package/verify.ts';
import type { ExportTrust } from '../../../src/proof/exports/report.ts';
import type { VerifyToken } from '../../../src/proof/exports/stamps.ts';
import { element } from '../check/report.ts';
import { shownReport } from './shown-report.ts';

/**
 * The page that verifies packages: one file with this script in it, which is opened from a disk. It fetches nothing,
 * and its policy allows no address.
 */

const form = document.querySelector('form')!;
const input = form.querySelector<HTMLInputElement>('#file')!;
const known = form.querySelector<HTMLTextAreaElement>('#known')!;
const tsa = form.querySelector<HTMLInputElement>('#tsa')!;
const output = document.querySelector<HTMLElement>('[data-report]')!;
/** Counts the checks: only the last one is shown. */
let turn = 0;

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
input.addEventListener('change', () => void check());
known.addEventListener('input', () => output.replaceChildren());
tsa.addEventListener('change', () => void (input.files?.length ? check() : output.replaceChildren()));
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', () => document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  const { files } = event.dataTransfer ?? {};
  if (!files || files.length === 0) return;
  input.files = files;
  void check();
});

/** Checks the chosen file. */
async function check(): Promise<void> {
  const own = ++turn;
  const file = input.files?.[0];
  if (!file) return void say('Choose the ZIP file first.', 'bad');
  let trust: ExportTrust;
  try {
    trust = { ...trustIn(known.value), ...(await authoritiesIn([...(tsa.files ?? [])])) };
  } catch (error) {
    return void say((error as Error).message, 'bad');
  }
  if (own !== turn) return;
  const status = say(`Checking ${file.name}…`, 'soft');
  let shown = performance.now();
  const onEvent = (events: number): void => {
    if (performance.now() - shown < 200) return;
    shown = performance.now();
    status.textContent = `Checking ${file.name}: ${events.toLocaleString('en')} events…`;
  };
  try {
    const report = await verifyPackage(sourceOf(file), webPlatform, { ...trust, onEvent });
    if (own === turn) output.replaceChildren(shownReport(report));
  } catch (error) {
    if (own === turn) say(`The file cannot be read: ${(error as Error).message}. Choose it again.`, 'bad');
  }
}

const sourceOf = (file: File): ByteSource => ({
  size: file.size,
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

/** The values that identify the log. Throws with a text for the reader. */
function trustIn(value: string): ExportTrust {
  const values = value.split(/\s+/).filter((each) => each !== '');
  const hashes = values.filter((each) => /^[0-9a-f]{64}$/i.test(each)).map((hash) => hash.toLowerCase());
  const keys = values.filter((each) => !/^[0-9a-f]{64}$/i.test(each));
  if (hashes.length > 1) throw new Error('Enter at most one SHA-256 of the manifest.');
  try {
    return {
      trust: keys.length > 0 ? { vkeys: keys.map(vkeyIn) } : {},
      manifestSha256: hashes[0],
    };
  } catch {
    throw new Error('This is neither a key of a log (name+8 digits+base64) nor a SHA-256 (64 digits).');
  }
}

/** How tokens are verified with the chosen certificates. Rejects with a text for the reader. */
async function authoritiesIn(files: readonly File[]): Promise<Pick<ExportTrust, 'tsa'>> {
  if (files.length === 0) return {};
  const trusted: Certificate[] = [];
  for (const file of files)
    try {
      trusted.push(certificateIn(new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      throw new Error(`Certificate ${file.name}: ${(error as Error).message}.`, { cause: error });
    }
  const now = nowMicros();
  const verify: VerifyToken = (stamp, renewals) => verifyRenewed(stamp, renewals, trusted, now);
  return { tsa: { verify, isRequired: true } };
}

function say(text: string, kind: 'bad' | 'soft'): HTMLElement {
  const line = element('p', kind, text);
  output.replaceChildren(line);
  return line;
}
