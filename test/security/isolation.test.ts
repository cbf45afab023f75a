import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { startService, type Service } from '../support/service.ts';
import { idOf, listed, type Listed } from '../support/sharing.ts';
import { describeAnswer, describeList } from './isolation/describe.ts';
import { pageOf, readTable, type Row } from './isolation/page.ts';
import { EFFECTS, makeSpare, REQUESTS, type Request } from './isolation/requests.ts';
import {
  CALLERS,
  difference,
  makeWorld,
  snapshot,
  type Caller,
  type Snapshot,
  type TenancyName,
  type World,
} from './isolation/world.ts';

/** Where the table stands for readers; ISOLATION_PAGE=write writes it anew. */
const PAGE = join(import.meta.dirname, '../../docs/isolation.md');
/** For some thousands of requests. */
const LONG = 240_000;
/** A path of each group that the table is about. */
const GROUPS = [
  '/v2/assets',
  '/iam/v1/access_policies',
  '/iam/v1/subjects',
  '/v2/locations',
  '/v2/publicassets/{uuid}',
];

/** What every operation answers to everybody. docs/isolation.md explains the records, the callers and the notation. */
const TABLE = `
| operation                   | case                           | administrator                                  | member                                         | reader                                         | writer                                         | partner administrator                          | partner member                                 | partner reader                                 | stranger                                       | no token                                       |
# Assets and events
| listAssets                  | all                            | 200 [3] own                                    | 200 [0]                                        | 200 [1] pump(grade kind serial)                | 200 [0]                                        | 200 [2] pump(grade kind) own                   | 200 [0]                                        | 200 [2] pump(kind) gauge(kind secret serial)   | 200 [1] own                                    | 401                                            |
| listAssets                  | secret=hidden-y                | 200 [1] pump(all)                              | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [1] own                                    | 200 [0]                                        | 200 [1] gauge(kind secret serial)              | 200 [0]                                        | 401                                            |
| listAssets                  | secret!=hidden-y               | 200 [2] statue(all) vault(all)                 | 200 [0]                                        | 200 [1] pump(grade kind serial)                | 200 [0]                                        | 200 [1] pump(grade kind)                       | 200 [0]                                        | 200 [1] pump(kind)                             | 200 [1] own                                    | 401                                            |
| listAssets                  | secret=*                       | 200 [2] vault(all) pump(all)                   | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [1] own                                    | 200 [0]                                        | 200 [1] gauge(kind secret serial)              | 200 [1] own                                    | 401                                            |
| listAssets                  | secret=hidden-y OR kind=vault  | 200 [2] vault(all) pump(all)                   | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [1] own                                    | 200 [0]                                        | 200 [1] gauge(kind secret serial)              | 200 [0]                                        | 401                                            |
| listAssets                  | only public                    | 200 [1] statue(all)                            | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 401                                            |
| createAsset                 | kind=pump, serial              | 200 new(all)                                   | 403                                            | 403                                            | 200 new()                                      | 200 new(all)                                   | 403                                            | 403                                            | 200 new(all)                                   | 401                                            |
| createAsset                 | kind=pump, secret              | 200 new(all)                                   | 403                                            | 403                                            | 403                                            | 200 new(all)                                   | 403                                            | 403                                            | 200 new(all)                                   | 401                                            |
| createAsset                 | kind=vault                     | 200 new(all)                                   | 403                                            | 403                                            | 403                                            | 200 new(all)                                   | 403                                            | 403                                            | 200 new(all)                                   | 401                                            |
| createAsset                 | kind=pump, Attachments         | 200 new(all)                                   | 403                                            | 403                                            | 403                                            | 200 new(all)                                   | 403                                            | 403                                            | 200 new(all)                                   | 401                                            |
| createAsset                 | kind=pump, public              | 200 new(all)                                   | 403                                            | 403                                            | 403                                            | 200 new(all)                                   | 403                                            | 403                                            | 200 new(all)                                   | 401                                            |
| getAsset                    | pump                           | 200 pump(all)                                  | 404                                            | 200 pump(grade kind serial)                    | 404                                            | 200 pump(grade kind)                           | 404                                            | 200 pump(kind)                                 | 404                                            | 401                                            |
| getAsset                    | pump at its creation           | 200 pump(all)                                  | 404                                            | 200 pump(kind serial)                          | 404                                            | 200 pump(kind)                                 | 404                                            | 200 pump(kind)                                 | 404                                            | 401                                            |
| getAsset                    | vault                          | 200 vault(all)                                 | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getAsset                    | statue                         | 200 statue(all)                                | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getAsset                    | gauge                          | 404                                            | 404                                            | 404                                            | 404                                            | 200 gauge(all)                                 | 404                                            | 200 gauge(kind secret serial)                  | 404                                            | 401                                            |
| getAsset                    | relic                          | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 200 relic(all)                                 | 401                                            |
| getAssetPublicUrl           | pump                           | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getAssetPublicUrl           | statue                         | 200                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| listAllEvents               | all                            | 200 [7] own                                    | 200 [0]                                        | 200 [1] pump/Inspection(grade)                 | 200 [0]                                        | 200 [3] pump/Inspection(grade) own             | 200 [0]                                        | 200 [2] pump/Inspection() gauge/Inspection(serial) | 200 [1] own                                    | 401                                            |
| listAllEvents               | Repair                         | 200 [1] pump/Repair()                          | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 401                                            |
| listAllEvents               | setting secret=hidden-y        | 200 [1] pump/Inspection(all)                   | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [1] gauge/NewAsset(all)                    | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 401                                            |
| listAllEvents               | not setting secret=hidden-y    | 200 [6] statue/Inspection(all) statue/NewAsset(all) vault/NewAsset(all) pump/untyped(all) pump/Repair() pump/NewAsset(all) | 200 [0]                                        | 200 [1] pump/Inspection(grade)                 | 200 [0]                                        | 200 [2] pump/Inspection(grade) gauge/Inspection(all) | 200 [0]                                        | 200 [2] pump/Inspection() gauge/Inspection(serial) | 200 [1] own                                    | 401                                            |
| listAllEvents               | of assets with secret=hidden-y | 200 [4] pump/untyped(all) pump/Repair() pump/Inspection(all) pump/NewAsset(all) | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [2] own                                    | 200 [0]                                        | 200 [1] gauge/Inspection(serial)               | 200 [0]                                        | 401                                            |
| listEvents                  | pump                           | 200 [4] pump/untyped(all) pump/Repair() pump/Inspection(all) pump/NewAsset(all) | 404                                            | 200 [1] pump/Inspection(grade)                 | 404                                            | 200 [1] pump/Inspection(grade)                 | 404                                            | 200 [1] pump/Inspection()                      | 404                                            | 401                                            |
| listEvents                  | pump, setting secret=hidden-y  | 200 [1] pump/Inspection(all)                   | 404                                            | 200 [0]                                        | 404                                            | 200 [0]                                        | 404                                            | 200 [0]                                        | 404                                            | 401                                            |
| listEvents                  | vault                          | 200 [1] vault/NewAsset(all)                    | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| listEvents                  | statue                         | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| listEvents                  | gauge                          | 404                                            | 404                                            | 404                                            | 404                                            | 200 [2] own                                    | 404                                            | 200 [1] gauge/Inspection(serial)               | 404                                            | 401                                            |
| createEvent                 | pump, Inspection               | 200 pump/Inspection()                          | 404                                            | 403                                            | 200 pump/Inspection()                          | 200 pump/Inspection()                          | 404                                            | 200 pump/Inspection()                          | 404                                            | 401                                            |
| createEvent                 | pump, Inspection, serial       | 200 pump/Inspection(all)                       | 404                                            | 403                                            | 200 pump/Inspection(all)                       | 200 pump/Inspection(all)                       | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | pump, Inspection, kind         | 200 pump/Inspection(all)                       | 404                                            | 403                                            | 200 pump/Inspection(all)                       | 403                                            | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | pump, Inspection, secret       | 200 pump/Inspection(all)                       | 404                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | pump, Repair                   | 200 pump/Repair()                              | 404                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | pump, untyped                  | 200 pump/untyped()                             | 404                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | pump, StopTracking             | 200 pump/StopTracking()                        | 404                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 404                                            | 401                                            |
| createEvent                 | vault, Inspection              | 200 vault/Inspection()                         | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| createEvent                 | statue, Inspection             | 200 statue/Inspection()                        | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| createEvent                 | gauge, Inspection              | 404                                            | 404                                            | 404                                            | 404                                            | 200 gauge/Inspection()                         | 404                                            | 200 gauge/Inspection()                         | 404                                            | 401                                            |
| getEvent                    | pump/Inspection                | 200 pump/Inspection(all)                       | 404                                            | 200 pump/Inspection(grade)                     | 404                                            | 200 pump/Inspection(grade)                     | 404                                            | 200 pump/Inspection()                          | 404                                            | 401                                            |
| getEvent                    | pump/Repair                    | 200 pump/Repair()                              | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEvent                    | pump/untyped                   | 200 pump/untyped(all)                          | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEvent                    | pump/NewAsset                  | 200 pump/NewAsset(all)                         | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEvent                    | pump/Inspection as of gauge    | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEvent                    | statue/Inspection              | 200 statue/Inspection(all)                     | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEvent                    | gauge/Inspection               | 404                                            | 404                                            | 404                                            | 404                                            | 200 gauge/Inspection(all)                      | 404                                            | 200 gauge/Inspection(serial)                   | 404                                            | 401                                            |
| getEventPublicUrl           | pump/Inspection                | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getEventPublicUrl           | statue/Inspection              | 200                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| getAssetsCaps               |                                | 200                                            | 403                                            | 403                                            | 403                                            | 200                                            | 403                                            | 403                                            | 200                                            | 401                                            |
| getAssetsOpenApi            |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
| getAssetsOpenApiUi          |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
# Access policies
| listAccessPolicies          | all                            | 200 [3] own                                    | 403                                            | 403                                            | 403                                            | 200 [1] own                                    | 403                                            | 403                                            | 200 [1] own                                    | 401                                            |
| createAccessPolicy          | new                            | 200 new                                        | 403                                            | 403                                            | 403                                            | 200 new                                        | 403                                            | 403                                            | 200 new                                        | 401                                            |
| getAccessPolicy             | share                          | 200 share                                      | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getAccessPolicy             | pass-on                        | 404                                            | 403                                            | 403                                            | 403                                            | 200 pass-on                                    | 403                                            | 403                                            | 404                                            | 401                                            |
| updateAccessPolicy          | spare                          | 200 spare                                      | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| deleteAccessPolicy          | spare                          | 200                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| listAssetsOfAccessPolicy    | share                          | 200 [1] pump(all)                              | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| listAssetsOfAccessPolicy    | pass-on                        | 404                                            | 403                                            | 403                                            | 403                                            | 200 [2] pump(grade kind) own                   | 403                                            | 403                                            | 404                                            | 401                                            |
| listAccessPoliciesOfAsset   | pump                           | 200 [3] own                                    | 403                                            | 403                                            | 403                                            | 200 [1] own                                    | 403                                            | 403                                            | 404                                            | 401                                            |
| listAccessPoliciesOfAsset   | vault                          | 200 [0]                                        | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| listAccessPoliciesOfAsset   | statue                         | 200 [0]                                        | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getAccessPoliciesCaps       |                                | 200                                            | 403                                            | 403                                            | 403                                            | 200                                            | 403                                            | 403                                            | 200                                            | 401                                            |
| getAccessPoliciesOpenApi    |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
| getAccessPoliciesOpenApiUi  |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
# Subjects
| listSubjects                | all                            | 200 [2] stranger:PENDING partner:CONFIRMED     | 403                                            | 403                                            | 403                                            | 200 [1] owner:CONFIRMED                        | 403                                            | 403                                            | 200 [1] host:PENDING                           | 401                                            |
| createSubject               | new                            | 200 new:PENDING                                | 403                                            | 403                                            | 403                                            | 200 new:PENDING                                | 403                                            | 403                                            | 200 new:PENDING                                | 401                                            |
| getSubject                  | partner                        | 200 partner:CONFIRMED                          | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getSubject                  | Self                           | 200 Self                                       | 403                                            | 403                                            | 403                                            | 200 Self                                       | 403                                            | 403                                            | 200 Self                                       | 401                                            |
| updateSubject               | spare                          | 200 spare:PENDING                              | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| updateSubject               | Self                           | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 401                                            |
| deleteSubject               | spare                          | 200                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| deleteSubject               | Self                           | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 401                                            |
| getSubjectsOpenApi          |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
| getSubjectsOpenApiUi        |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
# Locations
| listLocations               | all                            | 200 [2] own                                    | 200 [0]                                        | 200 [1] yard                                   | 200 [0]                                        | 200 [1] yard                                   | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 401                                            |
| listLocations               | named quay                     | 200 [1] quay                                   | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 200 [0]                                        | 401                                            |
| createLocation              | new                            | 200 new                                        | 403                                            | 403                                            | 403                                            | 200 new                                        | 403                                            | 403                                            | 200 new                                        | 401                                            |
| getLocation                 | yard                           | 200 yard                                       | 404                                            | 200 yard                                       | 404                                            | 200 yard                                       | 404                                            | 404                                            | 404                                            | 401                                            |
| getLocation                 | quay                           | 200 quay                                       | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 401                                            |
| updateLocation              | like yard                      | 200 spare                                      | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| updateLocation              | like quay                      | 200 spare                                      | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| deleteLocation              | like yard                      | 200                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| deleteLocation              | like quay                      | 200                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getLocationPermissions      | yard                           | 200                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getLocationPermissions      | quay                           | 200                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| updateLocationPermissions   | like yard                      | 200                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| updateLocationPermissions   | like quay                      | 200                                            | 403                                            | 403                                            | 403                                            | 404                                            | 403                                            | 403                                            | 404                                            | 401                                            |
| getLocationsCaps            |                                | 200                                            | 403                                            | 403                                            | 403                                            | 200                                            | 403                                            | 403                                            | 200                                            | 401                                            |
| getLocationsOpenApi         |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
| getLocationsOpenApiUi       |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
# Public assets
| listAllPublicEvents         | all                            | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) |
| getPublicAsset              | statue                         | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                | 200 statue(all)                                |
| getPublicAsset              | pump                           | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            |
| listPublicEvents            | statue                         | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) | 200 [2] statue/Inspection(all) statue/NewAsset(all) |
| listPublicEvents            | pump                           | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            |
| getPublicEvent              | statue/Inspection              | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     | 200 statue/Inspection(all)                     |
| getPublicEvent              | pump/Inspection                | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            | 404                                            |
| getPublicassetsOpenApi      |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
| getPublicassetsOpenApiUi    |                                | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 200                                            | 401                                            |
`;

type Operation = { id: string; method: string; templates: string[] };

let service: Service;
let client: Client;
let world: World;
let operations: Map<string, Operation>;
const rows = readTable(TABLE);
const writes = ({ operation }: Row): boolean => operation in EFFECTS;
/** Operations without parameters, as documents and quotas, have one request, which needs no words. */
const requestOf = ({ operation, case: name }: Row): Request => REQUESTS[operation]?.[name] ?? { of: [] };

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  world = await makeWorld(service, client);
  const described = Object.entries(client.document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      id: operation.operationId.replace(/Alias\d+$/, ''),
      group: (operation as typeof operation & { tags: string[] }).tags[0],
    })),
  );
  const groups = new Set(GROUPS.map((path) => described.find(({ template }) => template === path)!.group));
  operations = new Map();
  for (const { template, method, id, group } of described) {
    if (!groups.has(group)) continue;
    operations.set(id, { id, method, templates: [...(operations.get(id)?.templates ?? []), template] });
  }
});
afterAll(() => service.close());

/** Calls the row's operation at one of its addresses. Gives what came as the table has it. */
async function cellOf(row: Row, caller: Caller, template: string, known = new Map<string, any>()): Promise<string> {
  const { of, query, body } = requestOf(row);
  const ids = of.map((name) => idOf(world.identity[name]!));
  const path = template.replaceAll(/\{\w+\}/g, () => ids.shift()!);
  const [token, tenancy, asked] = [world.token[caller], world.tenancyOf(caller), query?.(world) ?? {}];
  const context = { client, world, tenancy, at_time: asked['at_time'], known };
  const call = row.operation.startsWith('list')
    ? listed(client, token, path, asked)
    : client.call(token, operations.get(row.operation)!.method, path, { query: asked, body });
  const answer: Answer & Partial<Listed> = await call;
  if (answer.status >= 400 && answer.text.includes('hidden-')) return `gives away ${answer.text}`;
  return answer.status === 200 && answer.items
    ? describeList(answer.items, answer.total!, context)
    : describeAnswer(answer, context);
}

/** The cells of callers, who all call at once. */
async function cellsOf(
  row: Row,
  callers: readonly Caller[],
  template: string,
  known?: Map<string, any>,
): Promise<Record<string, string>> {
  const cells = await Promise.all(callers.map(async (caller) => [caller, await cellOf(row, caller, template, known)]));
  return Object.fromEntries(cells);
}

const templatesOf = (row: Row): string[] => operations.get(row.operation)?.templates ?? [];
const snapshots = async (): Promise<Record<TenancyName, Snapshot>> => {
  const { ours, partner, stranger } = world.tenancies;
  const [first, second, third] = await Promise.all([ours, partner, stranger].map((t) => snapshot(client, t)));
  return { ours: first!, partner: second!, stranger: third! };
};
/** What has changed: `ours: assets~1 events+1`, nothing where nothing has. */
const changes = (before: Record<TenancyName, Snapshot>, after: Record<TenancyName, Snapshot>): string =>
  (Object.keys(before) as TenancyName[])
    .map((name) => [name, difference(before[name], after[name])])
    .filter(([, what]) => what !== '')
    .map(([name, what]) => `${name}: ${what}`)
    .join('; ');
/** Whose records a row changes where it is allowed: the caller's own tenancy's, or those of whom the path names. */
function changed(row: Row, caller: Caller): TenancyName {
  const { of } = requestOf(row);
  const nameOfCallers = Object.entries(world.tenancies).find(([, tenancy]) => tenancy === world.tenancyOf(caller))![0];
  return (of.length === 0 ? nameOfCallers : of[0] === 'gauge' ? 'partner' : 'ours') as TenancyName;
}

test('every operation has its rows, and every row its operation and request', () => {
  const named = new Set(rows.map(({ operation }) => operation));
  expect([...operations.keys()].filter((id) => !named.has(id))).toEqual([]);
  expect([...named].filter((id) => !operations.has(id))).toEqual([]);
  const asked = Object.entries(REQUESTS).flatMap(([id, cases]) => Object.keys(cases).map((name) => `${id} ${name}`));
  const told = rows.filter(({ case: name }) => name !== '').map((row) => `${row.operation} ${row.case}`);
  expect(told.toSorted()).toEqual(asked.toSorted());
  const writing = [...operations.values()].filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(writing.toSorted()).toEqual(Object.keys(EFFECTS).toSorted());
});

test('every read gives every caller exactly what the table says', { timeout: LONG }, async () => {
  const before = await snapshots();
  const known = new Map<string, any>();
  for (const row of rows.filter((r) => !writes(r))) {
    for (const template of templatesOf(row)) {
      const found = await cellsOf(row, CALLERS, template, known);
      expect.soft(found, `${template}, ${row.case}`).toEqual(row.cells);
    }
  }
  expect(changes(before, await snapshots())).toBe('');
});

test(
  'every write does for every caller exactly what the table says, and nothing where it refuses',
  { timeout: LONG },
  async () => {
    let before = await snapshots();
    for (const row of rows.filter(writes)) {
      for (const template of templatesOf(row)) {
        const where = `${template}, ${row.case}`;
        const { spare } = requestOf(row);
        if (spare) {
          await makeSpare(client, world, spare);
          before = await snapshots();
        }
        const allowed = CALLERS.filter((caller) => row.cells[caller].startsWith('200'));
        const refused = CALLERS.filter((caller) => !allowed.includes(caller));
        const found = await cellsOf(row, refused, template);
        expect.soft(changes(before, await snapshots()), `${where}: refused`).toBe('');
        for (const caller of allowed) {
          Object.assign(found, await cellsOf(row, [caller], template));
          const after = await snapshots();
          const effect = `${changed(row, caller)}: ${EFFECTS[row.operation]}`;
          expect.soft(changes(before, after), `${where}: ${caller}`).toBe(effect);
          before = after;
        }
        expect.soft(found, where).toEqual(row.cells);
      }
    }
  },
);

test('a page token is a place in a list and no right: others see behind it what is theirs', async () => {
  const query = { page_size: '1' };
  for (const path of ['/v2/assets', '/v2/assets/-/events']) {
    const { body } = await client.call(world.token.administrator, 'GET', path, { query });
    const next = { query: { page_token: body.next_page_token, page_size: '500' } };
    const seen = (answer: Answer): any[] => answer.body.assets ?? answer.body.events;
    const whole = (await client.call(world.token.reader, 'GET', path)).body;
    for (const caller of ['member', 'writer'] as const)
      expect(seen(await client.call(world.token[caller], 'GET', path, next))).toEqual([]);
    const behind = seen(await client.call(world.token.reader, 'GET', path, next));
    expect(seen({ body: whole } as Answer)).toEqual(expect.arrayContaining(behind));
    for (const caller of ['partner administrator', 'partner reader', 'stranger'] as const)
      expect((await client.call(world.token[caller], 'GET', path, next)).status).toBe(400);
  }
});

test('an event is recorded in the tenancy of its asset, from the wallet of its writer; an asset in that of its maker', async () => {
  const { pump } = world.identity;
  const body = REQUESTS['createEvent']!['pump, Inspection']!.body;
  for (const caller of ['administrator', 'writer', 'partner administrator', 'partner reader'] as const) {
    const made = await client.call(world.token[caller], 'POST', `/v2/${pump}/events`, { body });
    expect(made.body).toMatchObject({
      tenant_identity: world.tenancies.ours.tenant_identity,
      from: world.tenancyOf(caller)!.wallet,
    });
  }
  for (const caller of ['administrator', 'writer', 'partner administrator', 'stranger'] as const) {
    const made = await client.call(world.token[caller], 'POST', '/v2/assets', {
      body: { attributes: { kind: 'pump' } },
    });
    const { tenant_identity, wallet: owner } = world.tenancyOf(caller)!;
    expect(made.body).toMatchObject({ tenant_identity, owner });
  }
});

test('the page shows this table', () => {
  const page = pageOf(rows);
  if (process.env['ISOLATION_PAGE'] === 'write') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
