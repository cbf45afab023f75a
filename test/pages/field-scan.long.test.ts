import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { openClient } from '../support/client.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { barriersOf } from './support/axe.ts';
import { PHONE, sharedBrowser } from './support/browser.ts';
import { signIn } from './support/console.ts';
import { counting } from './support/counting.ts';

/*
 * The camera of the phone is a film of a label.
 */

const directory = mkdtempSync(join(tmpdir(), 'label-'));
let service: Service;
let tenant: Tenant;
let uuid: string;
let phone: Browser;

/** A film of one picture: the QR code of a text, as somebody holds a phone before it. */
async function film(text: string): Promise<string> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const page = await (await sharedBrowser()).newPage();
  const picture = await page.evaluate(
    async ([modules, width]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#ddd';
      context.fillRect(0, 0, 640, 480);
      const unit = 400 / width;
      for (const [y, row] of modules.entries())
        for (const [x, dark] of row.entries()) {
          context.fillStyle = dark ? '#111' : '#fff';
          context.fillRect(120 + x * unit, 40 + y * unit, unit + 0.5, unit + 0.5);
        }
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [data, size] as const,
  );
  await page.close();
  const path = join(directory, 'label.mjpeg');
  writeFileSync(path, Buffer.from(picture.split(',')[1]!, 'base64'));
  return path;
}

beforeAll(async () => {
  service = await sharedService();
  tenant = await newTenant(service, 'Harbour Works');
  const client = await openClient(service);
  const body = {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Crane 1', arc_display_type: 'Crane' },
  };
  const made = await client.call(tenant.token, 'POST', '/v2/assets', { body });
  uuid = (made.body as { identity: string }).identity.slice('assets/'.length);
  phone = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${await film(`https://evidence.example/a/${uuid}`)}`,
    ],
  });
});
afterAll(async () => {
  await phone.close();
  rmSync(directory, { recursive: true });
});

it('a scanned label opens its asset, and from there an event takes four taps and the text', async () => {
  const page = await phone.newPage({ viewport: PHONE });
  await page.goto(`${service.at}/field/`);
  await signIn(page, tenant, '');
  await page.getByRole('heading', { name: 'In the field' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  const { steps, click, fill } = counting(page);
  await click(page.getByRole('link', { name: 'Scan a label' }));
  await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await click(page.getByRole('link', { name: 'Record', exact: true }));
  await fill(page.getByRole('textbox', { name: 'What did you see?' }), 'All is well');
  // What is looked at beside is not counted.
  await page.getByText('Signature of the receiver').click();
  await page.locator('canvas.signature').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await click(page.getByRole('button', { name: 'Review and record' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }));
  expect(steps).toEqual({ clicks: 4, fields: 1, keys: 0 });
  // The status says the same before the record is on the device; the page goes back to the asset after that.
  await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'All sent' }).waitFor();
  await page.goto(`${service.at}/field/#/queue`);
  await page.getByText('The service has all of your records.').waitFor();
  expect(await barriersOf(page)).toEqual([]);
});
