export const accessPolicies = { name: 'accessPolicies', path: '/iam/v1/access_policies', title: 'Access policies' };
