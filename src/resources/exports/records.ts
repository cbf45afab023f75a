import { isNull } from 'drizzle-orm';
import { accessPolicies } from '../../access/tables.ts';
import { compliancePolicies } from '../../features/compliance/tables.ts';
import type { ApiReaders } from '../../features/exports/job.ts';
import { readerOf } from '../../features/exports/records.ts';
import { accessPolicy } from '../access_policies/model.ts';
import { compliancePolicy } from '../compliance/model.ts';
import { readAnchors } from './anchors.ts';
import { readLocations } from './locations.ts';

/** The records of collections that exports have. */
export const exportedRecords: ApiReaders = {
  access_policies: readerOf(accessPolicies, accessPolicy.json),
  locations: readLocations,
  compliance_policies: readerOf(compliancePolicies, compliancePolicy.json, isNull(compliancePolicies.deletedUs)),
  anchors: readAnchors,
};
