import { startService, type Service } from './service.ts';

let shared: Promise<Service> | undefined;

/**
 * A service that anchors events after one second, which the test files of a process share. For tests that use only
 * their own tenants and assets, and nothing that tenants share, as `sharedService`. Never closed.
 */
export const anchoringService = (): Promise<Service> =>
  (shared ??= startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } }));
