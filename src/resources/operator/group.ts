/** The group of the operator's operations. */
export const operator = { name: 'operator', path: '/operator/v1', title: "The operator's operations" };

/** What most of them have in common. */
export const common = { group: operator, method: 'post', auth: 'operator', permission: 'none', rate: 'token' } as const;
