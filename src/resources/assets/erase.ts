import { deleteErasedBlobs } from '../../features/blobs/erased.ts';
import { deleteErasedExports } from '../../features/exports/sweep.ts';
import { operation } from '../../http/operation.ts';
import { eraseEvent } from '../../ledger/erasure/erase.ts';
import { eventJsonWithEntry } from '../../ledger/records/event.ts';
import { readEvent } from '../../ledger/lists/history.ts';
import { assets } from './group.ts';
import { Event } from './model.ts';
import { EraseEvent } from './requests.ts';

export default [
  operation(
    {
      group: assets,
      auth: 'bearer',
      permission: 'administrator',
      rate: 'api',
      id: 'eraseEvent',
      method: 'post',
      path: '/v2/assets/{asset_uuid}/events/{uuid}:erase',
      summary: 'Erase an event',
      description:
        'Deletes the attributes and principals of the event, and everything from which they could be ' +
        'computed. This cannot be undone. The event stays in the history with its times and its chain ' +
        'hash, and with `erased`; its receipts keep verifying. Another event of the asset, with the ' +
        'operation Erase, records who erased it and why. Blobs that only erased events name are deleted, ' +
        'and exports of the tenancy that may have the event. Erasing an erased event has no effect and ' +
        'returns it. Responds with 409 while the event sets a current attribute of the asset ' +
        '(CURRENT_VALUE) or is not yet covered by an anchored root of the log (NOT_ANCHORED), and for an ' +
        'event that records an erasure (ERASURE_EVENT); with 400 for an event with an unsalted chain hash ' +
        'unless `accept_unsalted_chain_hash` is true.',
      statuses: [200, 401, 403, 404, 409, 429],
      idempotent: true,
      body: EraseEvent,
      response: Event,
    },
    async ({ scope, env, config, key, params, body }) => {
      const [asset, event] = [params['asset_uuid']!, params['uuid']!];
      // Before the ledger, which does not tell callers without rights on the asset that it exists.
      await scope.principal();
      const acceptsUnsaltedHash = body.accept_unsalted_chain_hash === true;
      await eraseEvent(env, config, scope, asset, { event, reason: body.reason, acceptsUnsaltedHash }, key);
      await deleteErasedBlobs(env, event);
      await deleteErasedExports(env, scope.tenant);
      return { json: eventJsonWithEntry(await readEvent(scope, asset, event)) };
    },
  ),
];
