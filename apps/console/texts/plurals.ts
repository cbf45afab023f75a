/** A text for each category of numbers that the language tells apart; `other` for those that it does not. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form of a text for a number, by the rules of a language. */
export function pluralsOf(language: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => forms[rules.select(n)] ?? forms.other;
}

/** A number in words of English: `one` or `other`. */
export const inEnglish = pluralsOf('en');
