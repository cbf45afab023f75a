import { z } from '@hono/zod-openapi';
import { deviceKey } from '../../access/identity/device-key.ts';
import { claimsSession } from '../../access/identity/session-cookie.ts';
import { ServiceError } from '../../lib/errors.ts';
import { operation } from '../../http/operation.ts';
import * as schemas from '../schemas.ts';
import { sessions as group } from './group.ts';

const WRAPPED = 'kek1.AAECAwQFBgcICQoL';

export const deviceKeys = operation(
  {
    group,
    auth: 'bearer',
    permission: 'member',
    rate: 'api',
    id: 'createDeviceKey',
    method: 'post',
    path: `${group.path}:key`,
    summary: 'Make or open the key that encrypts what a device keeps',
    description:
      'For the field page, which encrypts records that wait on the device. Without a body, makes a key. With ' +
      '`wrapped_key`, opens it if it was sealed for the same caller in the same tenancy. Only in a session of a ' +
      'browser, not with a token. The service stores no key.',
    statuses: [200, 400, 401, 403, 429],
    optionalBody: true,
    body: z
      .strictObject({
        wrapped_key: z.string().max(512).optional().openapi({ description: 'The sealed key that the device has kept' }),
      })
      .openapi('NewDeviceKey', { example: { wrapped_key: WRAPPED } }),
    response: z
      .object({
        key: schemas.text('The key, 32 bytes in base64url, for AES-GCM', {
          example: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
        }),
        wrapped_key: schemas.text('The sealed key, to be kept instead of the one in the request', { example: WRAPPED }),
      })
      .openapi('DeviceKey'),
  },
  async ({ request, config, scope, body }) => {
    // A former member hears first that they are none.
    await scope.principal();
    if (!claimsSession(request))
      throw new ServiceError('forbidden', 'keys of devices are for sessions of browsers, not for tokens');
    const { key, wrapped } = await deviceKey(config.keys, scope.caller, body.wrapped_key);
    return { json: { key, wrapped_key: wrapped } };
  },
);
