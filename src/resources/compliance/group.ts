export const compliance = { name: 'compliance', path: '/v1/compliance', title: 'Compliance of assets' };
export const compliancePolicies = {
  name: 'compliancePolicies',
  path: '/v1/compliance_policies',
  title: 'Compliance policies',
};
