/**
 * The words for operations, which are the titles of events without a type. An operation that is not here is its own
 * title.
 */
export const OPERATION_TITLES: Record<string, string> = {
  NewAsset: 'Asset created',
  Attach: 'Files attached',
  StartTracking: 'Tracking started',
  StopTracking: 'Tracking stopped',
  Erase: 'Event erased',
};
