import type { Operation } from './http/operation.ts';
import accessPolicies from './resources/access_policies/index.ts';
import appidp from './resources/appidp/index.ts';
import applications from './resources/applications/index.ts';
import assets from './resources/assets/index.ts';
import attachments from './resources/attachments/index.ts';
import audit from './resources/audit/index.ts';
import blobs from './resources/blobs/index.ts';
import blockchain from './resources/blockchain/index.ts';
import caps from './resources/caps/index.ts';
import compliance from './resources/compliance/index.ts';
import exports from './resources/exports/index.ts';
import health from './resources/health/index.ts';
import { openApiOperations } from './resources/openapi/index.ts';
import invites from './resources/invites/index.ts';
import issuers from './resources/issuers/index.ts';
import iothubgdr from './resources/iothubgdr/index.ts';
import labels from './resources/labels/index.ts';
import locations from './resources/locations/index.ts';
import logs from './resources/logs/index.ts';
import metrics from './resources/metrics/index.ts';
import node from './resources/node/index.ts';
import operator from './resources/operator/index.ts';
import passkeys from './resources/passkeys/index.ts';
import publicassets from './resources/publicassets/index.ts';
import sessions from './resources/sessions/index.ts';
import signingKeys from './resources/signing_keys/index.ts';
import subjects from './resources/subjects/index.ts';
import svcbussources from './resources/svcbussources/index.ts';
import templates from './resources/templates/index.ts';
import tenancies from './resources/tenancies/index.ts';
import tlsCaCertificates from './resources/tlscacertificates/index.ts';
import users from './resources/users/index.ts';
import webhooks from './resources/webhooks/index.ts';

/** In the order of the documents: what the service is for, then who may, then what surrounds it. */
const resources = [
  ...assets,
  ...attachments,
  ...blobs,
  ...publicassets,
  ...labels,
  ...locations,
  ...templates,
  ...compliance,
  ...exports,
  ...logs,
  ...blockchain,
  ...accessPolicies,
  ...subjects,
  ...appidp,
  ...applications,
  ...signingKeys,
  ...users,
  ...invites,
  ...tenancies,
  ...issuers,
  ...sessions,
  ...passkeys,
  ...audit,
  ...webhooks,
  ...iothubgdr,
  ...svcbussources,
  ...tlsCaCertificates,
  ...caps,
  ...node,
  ...operator,
  ...health,
  ...metrics,
];

/** Every operation of the service; one line above for each resource. */
export const operations: Operation[] = [...resources, ...openApiOperations(resources)];
