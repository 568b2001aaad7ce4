import type { AccountProblem } from '#sections/account/account.server.ts'
import type { Translate } from '#i18n/translate.ts'
import { sentenceOf as waitOr } from '#sections/shared/sentence.ts'

/** The mistakes that have a sentence of their own here, as `field.code`. */
const KNOWN = new Set([
  'password.wrong_password',
  'password.required',
  'password.too_short',
  'password.too_long',
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

/** Fields of forms; the rest is told above them. */
const FIELDS = ['password', 'current', 'new', 'code', 'confirm']

/** What servers call a field of the form that changes the password. */
const NAMES: Record<string, string> = { currentPassword: 'current', newPassword: 'new' }

/** Is it told at one of its form's fields? */
export function isAtField({ action, issues }: Pick<AccountProblem, 'action' | 'issues'>): boolean {
  return issues.some(issue => FIELDS.includes(fieldOf(action, issue)))
}

/** What is wrong with a field of a form, and what to do about it; null when nothing is. */
export function issueAt(t: Translate, problem: AccountProblem | null, action: AccountProblem['action'], field: string): string | null {
  if (problem === null || problem.action !== action) return null
  const found = problem.issues.find(issue => fieldOf(action, issue) === field)
  return found === undefined ? null : sentence(t, found, problem.message)
}

/** What went wrong, in a sentence of this page or else of the server. */
export function sentenceOf(t: Translate, problem: Omit<AccountProblem, 'action'>): string {
  const [first] = problem.issues
  return first === undefined ? waitOr(t, problem) : sentence(t, first, problem.message)
}

type Issue = AccountProblem['issues'][number]

function sentence(t: Translate, { field, code }: Issue, message: string): string {
  const key = `${field in NAMES ? 'current' : field}.${code}`
  return KNOWN.has(key) ? t(`auth.account.issue.${key}`) : message
}

/** A wrong password is the current one, any other mistake is the new one's. */
function fieldOf(action: AccountProblem['action'], { field, code }: Issue): string {
  if (action === 'password' && field === 'password') return code === 'wrong_password' ? 'current' : 'new'
  return NAMES[field] ?? field
}
