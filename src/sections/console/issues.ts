import type { Problem } from '#core/problem.ts'
import { wordsFor, type Translate } from '#i18n/translate.ts'

/**
 * What is wrong, by field: a sentence of the group's own, `<group>.issue.<field>.<code>`, else its general one for the
 * field, `<group>.issue.<field>.other`.
 */
export function issuesOf(problem: Problem | null, t: Translate, group: string): Partial<Record<string, string>> {
  const told = (problem?.issues ?? []).map(({ field, code }) => {
    const [own, other] = [`${group}.issue.${field}.${code}`, `${group}.issue.${field}.other`]
    return [field, wordsFor(t, own) ?? wordsFor(t, other) ?? other] as const
  })
  // The first that is said of a field counts.
  return Object.fromEntries(told.toReversed())
}

/** Is nothing said of the fields that a form shows, so that it has to be said above it? */
export function isGeneral(problem: Problem | null, fields: readonly string[]): boolean {
  return problem !== null && !problem.issues.some(({ field }) => fields.includes(field))
}
