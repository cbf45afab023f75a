import type { Browser } from 'playwright-core';
import { RECORD } from '../../support/record.ts';
import { newTenant, type Service } from '../../support/service.ts';

/** A stored file. */
export type Stored = { identity: string; hash: { value: string } };

export type Author = Awaited<ReturnType<typeof author>>;

/** Creates a tenant and returns functions that record for it. They throw unless the response is 200. */
export async function author(service: Service, name: string) {
  const { token, tenant_identity, client_id, client_secret } = await newTenant(service, name);
  const send = async (path: string, init: RequestInit): Promise<any> => {
    const response = await fetch(`${service.base}${path}`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
    });
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const post = (path: string, body: object): Promise<any> =>
    send(path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return {
    tenant: tenant_identity,
    client_id,
    client_secret,
    post,
    /** Creates a public asset and returns its identity. */
    asset: async (attributes: object, more: object = {}): Promise<string> =>
      (await post('/v2/assets', { public: true, behaviours: ['RecordEvidence', 'Attachments'], attributes, ...more }))
        .identity,
    /** Appends an event and returns its identity. */
    event: async (asset: string, event_attributes: object, asset_attributes: object = {}): Promise<string> =>
      (await post(`/v2/${asset}/events`, { ...RECORD, event_attributes, asset_attributes })).identity,
    upload: (bytes: Uint8Array, name: string): Promise<Stored> => {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return send('/v1/blobs', { body: form });
    },
  };
}

/** The value of an attribute that attaches a file. */
export const attached = ({ identity, hash }: Stored, name: string, more: object = {}) => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: identity,
  arc_blob_hash_alg: 'SHA256',
  arc_blob_hash_value: hash.value,
  arc_file_name: name,
  ...more,
});

/** Reads a public record anonymously until it meets the condition. */
export async function awaited<T = any>(
  service: Service,
  path: string,
  good: (body: T) => boolean,
  seconds = 120,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const response = await fetch(`${service.base}/v2/public${path}`);
    const body = (await response.json()) as T;
    if (response.status === 200 && good(body)) return body;
    if (Date.now() > end) throw new Error(`${path} stays ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until the public record of an event has its transaction. */
export const onChain = (service: Service, event: string): Promise<any> =>
  awaited(service, event, ({ transaction_id }) => transaction_id !== '');

/** A drawing as PNG. */
export async function picture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 960, height: 420 } });
  try {
    await page.setContent(DRAWING);
    return await page.screenshot({ type: 'png' });
  } finally {
    await page.close();
  }
}

const DRAWING = `<!doctype html><style>body{margin:0}</style><svg width="960" height="420" viewBox="0 0 960 420">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#b9d3dc"/><stop offset="1" stop-color="#f1e6d6"/></linearGradient></defs>
<rect width="960" height="420" fill="url(#s)"/><circle cx="760" cy="110" r="38" fill="#f7f1df"/>
<path d="M0 330 L140 250 L300 310 L470 220 L640 300 L800 240 L960 310 V420 H0Z" fill="#8fa9a3"/>
<path d="M0 370 L220 320 L480 360 L720 325 L960 360 V420 H0Z" fill="#5f7d77"/>
<rect x="236" y="150" width="12" height="240" fill="#2b3335"/>
<rect x="206" y="52" width="72" height="172" rx="12" fill="#22292b"/>
<circle cx="242" cy="86" r="20" fill="#5a2b28"/><circle cx="242" cy="138" r="20" fill="#5c4a22"/>
<circle cx="242" cy="190" r="20" fill="#4fc38a"/>
</svg>`;

export type Story = Awaited<ReturnType<typeof tell>>;

/** Records a public asset with an image, and three events in this order: installed, inspected, updated. */
export async function tell(service: Service, browser: Browser) {
  const by = await author(service, 'Highways');
  const image = await by.upload(await picture(browser), 'light.png');
  const report = await by.upload(Buffer.from('%PDF-1.4\n% an inspection report\n'), 'inspection-2026-11.pdf');
  const asset = await by.asset({
    arc_display_name: 'Traffic light 101',
    arc_display_type: 'Traffic light',
    arc_description: 'At the crossing of Mill Lane and the High Street, beside the library.',
    arc_serial_number: 'TL-2201-0101',
    arc_firmware_version: '3.2.1',
    condition: 'new',
    arc_primary_image: attached(image, 'light.png', { arc_display_name: 'The light from the south' }),
  });
  const installed = await by.event(
    asset,
    {
      arc_display_type: 'Installation',
      arc_description: 'Mounted on a new pole and connected.',
      arc_gis_lat: '52.20480',
      arc_gis_lng: '0.12190',
      crew: 'North 4',
    },
    { condition: 'in service' },
  );
  const inspected = await by.event(
    asset,
    {
      arc_display_type: 'Inspection',
      arc_description: 'Lamps, cabling and controller inspected; no defects.',
      inspector_certificate: 'C-5521',
      readings: [
        { lamp: 'red', lux: '412' },
        { lamp: 'amber', lux: '398' },
        { lamp: 'green', lux: '405' },
      ],
      weather: { sky: 'overcast', temperature: '7 °C' },
      report: attached(report, 'inspection-2026-11.pdf'),
    },
    { last_inspection: '2026-11-21', condition: 'good' },
  );
  const updated = await by.event(
    asset,
    { arc_display_type: 'Firmware update', arc_description: 'Controller updated; the light was off for two minutes.' },
    { arc_firmware_version: '3.3.0' },
  );
  return { by, asset, installed, inspected, updated, report };
}

/** The URL of the page of an asset or event. */
export const pageOf = (service: Service, identity: string): string => `${service.base}/public${identity}`;
