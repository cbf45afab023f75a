import { attachmentsIn, type Attachment } from '../../formats/records/attachments.ts';
import { invalid } from '../../lib/errors.ts';
import type { EventRecord } from '../records/event.ts';
import type { Command } from './commands.ts';

/*
 * An event may name only blobs that exist. The operation checks it with the hashes and sizes
 * (features/blobs/attached.ts), so that most wrong requests do not reach the ledger; `requireNamedBlobs` says which
 * blob is missing. The commit decides: its condition `blobs` refuses events whose blobs were deleted since.
 */

/** The attachments that the event of a command names. */
function attachmentsOf(command: Command): Attachment[] {
  if (command.kind === 'erase') return [];
  if (command.kind === 'create') return attachmentsIn(command.input.attributes, 'attributes').attachments;
  const { eventAttributes, assetAttributes } = command.input;
  return [
    ...attachmentsIn(eventAttributes, 'event_attributes').attachments,
    ...attachmentsIn(assetAttributes, 'asset_attributes').attachments,
  ];
}

/** The ids of the blobs that an event names. */
export const blobsIn = ({
  eventAttributes,
  assetAttributes,
}: Pick<EventRecord, 'eventAttributes' | 'assetAttributes'>): string[] => [
  ...new Set(
    [eventAttributes, assetAttributes].flatMap((attributes) =>
      attachmentsIn(attributes, '').attachments.map(({ blob }) => blob),
    ),
  ),
];

/** The ids of the blobs that the events of commands name. */
export const blobsNamedBy = (commands: readonly Command[]): string[] => [
  ...new Set(commands.flatMap(attachmentsOf).map(({ blob }) => blob)),
];

/** Throws 400 if the event of a command names one of the blobs that do not exist. */
export function requireNamedBlobs(command: Command, missing: ReadonlySet<string>): void {
  if (missing.size === 0) return;
  const named = attachmentsOf(command).filter(({ blob }) => missing.has(blob));
  if (named.length > 0)
    throw invalid(named.map(({ field, blob }) => ({ field, description: `blobs/${blob} does not exist any more` })));
}
