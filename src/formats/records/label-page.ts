/** The texts of the page of a label, which a script of the page has in other languages. */
export const labelTexts = {
  title: 'Sign in to see this asset',
  about: 'The label belongs to an organization that uses this service. Its members see the asset and record on it.',
  signIn: 'Sign in to see it',
  footer: 'Recorded texts are shown unchanged. Names of people are not public.',
};
