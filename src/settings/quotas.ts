/** Resources with a quota: the names in `usage`, and of the parameter `service` of caps. */
export type Quota =
  | 'access_policies'
  | 'applications'
  | 'assets'
  | 'blob_bytes'
  | 'blobs'
  | 'compliance_policies'
  | 'invites'
  | 'ledger_bytes'
  | 'locations'
  | 'tls_ca_certificates';

/** The maximum of each resource that a tenant may have; -1: unlimited. */
export type Quotas = Record<Quota, number>;
