export const compliance = { name: 'compliance', path: '/v1/compliance', title: 'Compliance of assets' };
export const compliancePolicies = {
  name: 'compliance_policies',
  path: '/v1/compliance_policies',
  title: 'Compliance policies',
};
