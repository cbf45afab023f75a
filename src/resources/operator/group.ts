/** The group of the operator's operations. */
export const operator = { name: 'operator', path: '/operator/v1', title: "The operator's operations" };
