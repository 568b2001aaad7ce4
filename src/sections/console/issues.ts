import type { Problem } from '#core/problem.ts'
import { textOrNull, type Translate } from '#i18n/translate.ts'

/**
 * Returns the error text of each field: `<group>.issue.<field>.<code>`, or else the field's general
 * text `<group>.issue.<field>.other`.
 */
export function issueTexts(
  problem: Problem | null,
  t: Translate,
  group: string
): Partial<Record<string, string>> {
  const told = (problem?.issues ?? []).map(({ field, code }) => {
    const [own, other] = [`${group}.issue.${field}.${code}`, `${group}.issue.${field}.other`]
    return [field, textOrNull(t, own) ?? textOrNull(t, other) ?? other] as const
  })
  // The first issue of a field wins.
  return Object.fromEntries(told.toReversed())
}

/**
 * Tells whether a problem concerns none of the form's fields, so that the form must show it above
 * them.
 */
export function isGeneralProblem(problem: Problem | null, fields: readonly string[]): boolean {
  return problem !== null && !problem.issues.some(({ field }) => fields.includes(field))
}
