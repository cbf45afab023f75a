export const accessPolicies = { name: 'access_policies', path: '/iam/v1/access_policies', title: 'Access policies' };
