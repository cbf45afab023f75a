import { z } from '@hono/zod-openapi';
import { labelPage } from '../../http/pages/label.ts';
import { textsFor } from '../../http/negotiate.ts';
import { operation } from '../../http/operation.ts';
import { SERIAL, isGtin14 } from '../../formats/records/gs1.ts';
import type { PublicScope } from '../../access/public.ts';
import { ServiceError } from '../../lib/errors.ts';
import { readAsset } from '../../ledger/lists/history.ts';
import { ID } from '../examples.ts';
import { assetHtml } from '../publicassets/pages.ts';
import * as schemas from '../schemas.ts';

const group = { name: 'labels', path: '/a', title: 'Addresses on labels' };

const Label = z
  .object({
    address: schemas.text('The address on the label', { example: `https://evidence.example.com/a/${ID.assets}` }),
    public: schemas.boolean('Whether anyone may read the asset; false also if there is none', true),
    publicurl: schemas
      .text('Address of its public page', {
        example: `https://evidence.example.com/archivist/publicassets/${ID.assets}`,
      })
      .optional(),
  })
  .openapi('Label');

/** Whether anyone may read an asset. */
const isPublic = (scope: PublicScope, id: string): Promise<boolean> =>
  readAsset(scope, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceError && error.kind === 'not_found') return false;
      throw error;
    },
  );

export default [
  operation(
    {
      id: 'getLabel',
      group,
      method: 'get',
      path: '/a/{uuid}',
      aliases: { Gs1: '/a/{uuid}/01/{gtin}/21/{serial}' },
      params: {
        gtin: {
          about: 'GTIN of the asset, which only readers of the label look at',
          example: '09506000134352',
          rule: 'must be a GTIN of 14 digits',
          read: (value) => (isGtin14(value) ? value : undefined),
        },
        serial: {
          about: 'Serial number of the asset, which only readers of the label look at',
          example: 'BX-40-0017',
          rule: 'must have 1 to 20 letters, digits, and the characters . _ -',
          read: (value) => (SERIAL.test(value) ? value : undefined),
        },
      },
      atOrigin: true,
      auth: 'public',
      permission: 'none',
      rate: 'public',
      summary: 'Open the address on a label',
      description:
        'Every asset has a label with this address. Browsers get the public page of a public asset. For all other ' +
        'UUIDs the response is the same, whether there is such an asset or not: that one must sign in to see it. The ' +
        'longer address is a GS1 Digital Link with the same response; its GTIN and serial number are not looked up.',
      statuses: [200],
      response: Label,
    },
    async ({ scope, params, config }) => {
      const id = params['uuid']!;
      const address = `${config.origin}/a/${id}`;
      if (!(await isPublic(scope, id))) return { json: { address, public: false } };
      return { json: { address, public: true, publicurl: `${config.baseUrl}/publicassets/${id}` } };
    },
    async ({ scope, params, request, config }) => {
      const [id, texts] = [params['uuid']!, textsFor(request)];
      const by = { scope, texts, hasMaps: config.completenessSeconds > 0 };
      return (await isPublic(scope, id)) ? assetHtml(by, id, undefined, null) : labelPage(texts, id);
    },
  ),
];
