/** Why the service disables a webhook: its `disabled_reason`. */
export const REASONS = {
  gone: 'the receiver responded with 410 (Gone)',
  application: 'the application was deleted',
  filters: 'the filters are no longer valid',
  givenUp: 'no delivery has succeeded for three days',
} as const;
