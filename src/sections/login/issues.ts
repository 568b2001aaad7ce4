import type { LoginView } from '#sections/login/login-view.ts'
import type { Translate } from '#i18n/translate.ts'

type Field = 'email' | 'password' | 'code'

/** Errors with their own sentence. Any other error gets the general sentence of its field. */
const KNOWN: Record<Field, readonly string[]> = {
  email: ['required', 'invalid', 'taken', 'not_verified'],
  password: ['required', 'too_short', 'too_long', 'too_common', 'wrong_password'],
  code: ['required', 'wrong_code', 'locked']
}

/** The fields of each screen that has any. */
const FIELDS: Partial<Record<LoginView['mode'], readonly Field[]>> = {
  'sign-in': ['email', 'password'],
  'sign-up': ['email', 'password'],
  'magic-ask': ['email'],
  forgot: ['email'],
  reset: ['password'],
  'two-factor': ['code'],
  recovery: ['code']
}

type Told = Pick<LoginView, 'mode' | 'issues'>

/** Returns the error text of a field; null where the field has no error. */
export function loginIssueAt(
  t: Translate,
  { issues }: Pick<Told, 'issues'>,
  field: Field
): string | null {
  const found = issues.find(issue => issue.field === field)
  if (found === undefined) return null
  return t(`auth.issue.${field}.${KNOWN[field].includes(found.code) ? found.code : 'other'}`)
}

/**
 * Tells whether an error is shown at a field of the screen. If not, it needs a sentence above the
 * form.
 */
export function isLoginFieldProblem({ mode, issues }: Told): boolean {
  return issues.some(({ field }) => FIELDS[mode]?.some(each => each === field))
}

/**
 * Tells whether the address of this account was never confirmed. If so, the email can be sent
 * again.
 */
export function isEmailUnconfirmed({ issues }: Pick<Told, 'issues'>): boolean {
  return issues.some(({ field, code }) => field === 'email' && code === 'not_verified')
}
