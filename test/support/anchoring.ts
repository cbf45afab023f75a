import { sharedService, type Service } from './service.ts';

/**
 * A shared service that anchors events after one second; public records are cached as by default, unlike with
 * `ANCHORING`.
 */
export const anchoringService = (): Promise<Service> => sharedService({ ANCHOR_WINDOW_SECONDS: '1' });
