import { test as base } from 'vitest';
import { openClient } from './client.ts';
import { sharedService, startService, type Service, type ServiceOptions } from './service.ts';
import { openTenancy } from './tenancy.ts';

/** The fixtures of a file, each of which is made when a test first names it. */
const withService = (start: () => Promise<Service>, stop: (service: Service) => Promise<void>) =>
  base
    .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
      const service = await start();
      onCleanup(() => stop(service));
      return service;
    })
    // Sends requests to the service, and checks every response against the OpenAPI document.
    .extend('client', { scope: 'file' }, ({ service }) => openClient(service))
    // A new tenancy, as its administrator.
    .extend('tenancy', { scope: 'file' }, ({ service, client }) => openTenancy(service, client, 'Tenancy'))
    // An application of the tenancy without any rights.
    .extend('caller', { scope: 'file' }, ({ tenancy }) => tenancy.member());

/** `test` with the service that the files of a process share: see `sharedService`. */
export const sharedTest = (vars?: Record<string, string>) =>
  withService(
    () => sharedService(vars),
    async () => {},
  );

/** `test` with a service of its own, which is closed after the file. */
export const serviceTest = (options?: ServiceOptions) =>
  withService(
    () => startService(options),
    (service) => service.close(),
  );
