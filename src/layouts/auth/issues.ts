import type { LoginView } from '#client/login.server.ts'
import type { Translate } from '#i18n/translate.ts'

/** The mistakes that have a sentence of their own; any other is told by the field's general one. */
const KNOWN: Record<'email' | 'password', readonly string[]> = {
  email: ['required', 'invalid', 'taken'],
  password: ['required', 'too_short', 'too_long', 'wrong_password']
}

/** What is wrong with a field and what to do about it; null when nothing is. */
export function issueOf(t: Translate, { issues }: Pick<LoginView, 'issues'>, field: 'email' | 'password'): string | null {
  const found = issues.find(issue => issue.field === field)
  if (found === undefined) return null
  return t(`auth.issue.${field}.${KNOWN[field].includes(found.code) ? found.code : 'other'}`)
}

/** Is it the link that is wrong, and not what was typed? Then the form cannot help. */
export function isBadLink({ issues }: Pick<LoginView, 'issues'>): boolean {
  return issues.some(({ field }) => field !== 'email' && field !== 'password' && field !== 'body')
}
