import type { AccountProblem } from '#sections/account/account.server.ts'
import type { Translate } from '#i18n/translate.ts'
import { problemSentence as waitOr } from '#sections/shared/sentence.ts'

/** Errors with a translated sentence on this page, as `field.code`. */
const KNOWN = new Set([
  'password.wrong_password',
  'password.required',
  'password.too_short',
  'password.too_long',
  'password.too_common',
  'current.required',
  'code.required',
  'code.wrong_code',
  'code.expired',
  'code.locked',
  'confirm.wrong_address',
  'provider.last',
  'run.running',
  'site.only_admin',
  'session.stale'
])

/** Form fields. Any other error is shown above the form. */
const FIELDS = ['password', 'current', 'new', 'code', 'confirm']

/** The server's names for the fields of the change-password form. */
const NAMES: Record<string, string> = { currentPassword: 'current', newPassword: 'new' }

/** Fields that share the error texts of another field. */
const WORDED_AS: Record<string, string> = { currentPassword: 'current', newPassword: 'password' }

/** Tells whether a problem is shown at one of the fields of its form. */
export function isAccountFieldProblem({
  action,
  issues
}: Pick<AccountProblem, 'action' | 'issues'>): boolean {
  return issues.some(issue => FIELDS.includes(fieldOf(action, issue)))
}

/** Returns the error text of a form field; null where the field has no error. */
export function accountIssueAt(
  t: Translate,
  problem: AccountProblem | null,
  action: AccountProblem['action'],
  field: string
): string | null {
  if (problem === null || problem.action !== action) return null
  const found = problem.issues.find(issue => fieldOf(action, issue) === field)
  return found === undefined ? null : sentence(t, found, problem.message)
}

/** Describes a problem in a sentence of this page, or else in the server's words. */
export function accountProblemSentence(
  t: Translate,
  problem: Omit<AccountProblem, 'action'>
): string {
  const [first] = problem.issues
  return first === undefined ? waitOr(t, problem) : sentence(t, first, problem.message)
}

type Issue = AccountProblem['issues'][number]

function sentence(t: Translate, { field, code }: Issue, message: string): string {
  const key = `${WORDED_AS[field] ?? field}.${code}`
  return KNOWN.has(key) ? t(`auth.account.issue.${key}`) : message
}

/**
 * In the change-password form, `wrong_password` belongs to the field of the current password. All
 * other errors of `password` belong to the field of the new one.
 */
function fieldOf(action: AccountProblem['action'], { field, code }: Issue): string {
  if (action === 'password' && field === 'password')
    return code === 'wrong_password' ? 'current' : 'new'
  return NAMES[field] ?? field
}
