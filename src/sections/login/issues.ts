import type { LoginView } from '#sections/login/login-view.ts'
import type { Translate } from '#i18n/translate.ts'

type Field = 'email' | 'password' | 'code'

/** The mistakes that have a sentence of their own; any other is told by the field's general one. */
const KNOWN: Record<Field, readonly string[]> = {
  email: ['required', 'invalid', 'taken', 'not_verified'],
  password: ['required', 'too_short', 'too_long', 'wrong_password'],
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

/** What is wrong with a field and what to do about it; null when nothing is. */
export function issueOf(t: Translate, { issues }: Pick<Told, 'issues'>, field: Field): string | null {
  const found = issues.find(issue => issue.field === field)
  if (found === undefined) return null
  return t(`auth.issue.${field}.${KNOWN[field].includes(found.code) ? found.code : 'other'}`)
}

/** Is what went wrong told at a field of the screen? Else it needs a sentence above the form. */
export function toldAtField({ mode, issues }: Told): boolean {
  return issues.some(({ field }) => FIELDS[mode]?.some(each => each === field))
}

/** Was this account's address never confirmed? Then the mail can be sent again. */
export function isUnconfirmed({ issues }: Pick<Told, 'issues'>): boolean {
  return issues.some(({ field, code }) => field === 'email' && code === 'not_verified')
}
