import { pendingCookie, type LoginAuthClient } from '#sections/login/login-ask.server.ts'
import type { LoginRequest } from '#sections/login/login-question.server.ts'
import type { LoginMode, LoginView } from '#sections/login/login-view.ts'
import { ServerProblem } from '#client/problem.ts'
import type { PhoneSignIn, PhoneSignInState } from '#contract/phone.ts'
import { Problem } from '#core/problem.ts'

type Shown = Partial<LoginView>

/**
 * The end of a step: signed in (with a screen in case more is needed), a screen, or a redirect
 * elsewhere.
 */
export type LoginStepOutcome = { entered: Shown } | { shown: Shown } | { leave: string }

/** @param page the login page's absolute address, for links and redirects that lead back to it */
type Step = (
  question: LoginRequest,
  asker: LoginAuthClient,
  page: string
) => Promise<LoginStepOutcome>

const mailOf = ({ value }: LoginRequest): string => value('email').trim()

/** Normalises a code that a user typed in groups or with Arabic digits. */
const codeOf = ({ value }: LoginRequest): string =>
  value('code')
    .replaceAll(/\s/g, '')
    .replaceAll(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x660))

const password: Step = async (question, asker, page) => {
  const path =
    question.value('mode') === 'sign-up' ? '/api/auth/sign-up/email' : '/api/auth/sign-in/email'
  const typed = { email: mailOf(question), password: question.value('password'), callbackURL: page }
  const answer = (await (await asker.post(path, typed)).json()) as { token?: string | null }
  const factor = factorOf(asker)
  if (factor !== null) return factor
  return answer.token === null ? { shown: { mode: 'sent', sent: 'verify' } } : { entered: {} }
}

const magicAsk: Step = async (question, asker, page) => {
  await asker.post('/api/auth/sign-in/magic-link', { email: mailOf(question), callbackURL: page })
  return { shown: { mode: 'sent', sent: 'magic' } }
}

/** Auth answers an expired link with a redirect. */
const magic: Step = async ({ value }, asker) => {
  const answer = await asker.get(
    `/api/auth/magic-link/verify?${new URLSearchParams({ token: value('token') })}`
  )
  if (answer.status >= 300)
    throw new Problem('bad_request', { issues: [{ field: 'token', code: 'expired' }] })
  return factorOf(asker) ?? { entered: {} }
}

const verify: Step = async ({ value }, asker) => {
  await asker.get(`/api/auth/verify-email?${new URLSearchParams({ token: value('token') })}`)
  return factorOf(asker) ?? { entered: { mode: 'sign-in', notice: 'confirmed' } }
}

/** Returns the second-factor screen where auth asks for a second factor. */
function factorOf(asker: LoginAuthClient): LoginStepOutcome | null {
  const pending = pendingCookie(asker)
  return pending === '' ? null : { shown: { mode: 'two-factor', pending } }
}

const resend: Step = async (question, asker, page) => {
  await asker.post('/api/auth/send-verification-email', {
    email: mailOf(question),
    callbackURL: page
  })
  return { shown: { mode: 'sent', sent: 'verify' } }
}

const forgot: Step = async (question, asker, page) => {
  await asker.post('/api/auth/request-password-reset', {
    email: mailOf(question),
    redirectTo: page
  })
  return { shown: { mode: 'sent', sent: 'reset' } }
}

const reset: Step = async ({ value }, asker) => {
  await asker.post('/api/auth/reset-password', {
    token: value('token'),
    newPassword: value('password')
  })
  return { shown: { mode: 'sign-in', notice: 'changed' } }
}

/** A post with `ask` only switches between the two kinds of code. */
function secondFactor(mode: 'two-factor' | 'recovery', path: string): Step {
  return async (question, asker) => {
    const code = codeOf(question)
    const asked = question.value('ask') !== ''
    if (asked) return { shown: { mode } }
    if (code === '')
      throw new Problem('bad_request', { issues: [{ field: 'code', code: 'required' }] })
    await asker.post(path, { code })
    return { entered: {} }
  }
}

const social: Step = async ({ value }, asker, page) => {
  const asked = { provider: value('provider'), callbackURL: page, errorCallbackURL: page }
  const { url } = (await (await asker.post('/api/auth/sign-in/social', asked)).json()) as {
    url: string
  }
  return { leave: url }
}

const phone: Step = async (question, asker, page) => {
  const secret = question.value('secret')
  if (secret === '') return { shown: await createPhoneScreen(question, asker) }
  try {
    await asker.post('/api/auth/phone/session', { secret })
    return { entered: {} }
  } catch (thrown) {
    if (!(thrown instanceof ServerProblem) || thrown.code !== 'bad_request') throw thrown
    return { shown: await phoneAgain(question, asker, page) }
  }
}

/** Creates a screen with a new QR code. */
export async function createPhoneScreen(
  { kept }: LoginRequest,
  asker: LoginAuthClient
): Promise<Shown> {
  const answer = await asker.post('/auth/qr', kept)
  const { link, secret, expires_in } = (await answer.json()) as PhoneSignIn
  return { mode: 'phone', phone: { link, secret, expires_in } }
}

/** Shows the same code while the phone has not answered, or a new one after a refusal or expiry. */
async function phoneAgain(
  question: LoginRequest,
  asker: LoginAuthClient,
  page: string
): Promise<Shown> {
  const [secret = '', link = '', left = ''] = ['secret', 'link', 'expires_in'].map(question.value)
  const { state } = (await (
    await asker.post('/auth/qr/poll', { secret })
  ).json()) as PhoneSignInState
  if (state === 'waiting' && link.startsWith(`${new URL(page).origin}/`)) {
    return {
      mode: 'phone',
      phone: { link, secret, expires_in: Number(left) || 0 },
      notice: 'waiting'
    }
  }
  return {
    ...(await createPhoneScreen(question, asker)),
    notice: state === 'refused' ? 'refused' : 'phoneExpired'
  }
}

/** The handler of each form of the login page, by the mode that the form posts. */
export const LOGIN_STEPS: Record<LoginMode | 'resend' | 'social', Step> = {
  'sign-in': password,
  'sign-up': password,
  'magic-ask': magicAsk,
  magic,
  verify,
  resend,
  forgot,
  reset,
  'two-factor': secondFactor('two-factor', '/api/auth/two-factor/verify-totp'),
  recovery: secondFactor('recovery', '/api/auth/two-factor/verify-backup-code'),
  social,
  phone
}

export type LoginStepName = keyof typeof LOGIN_STEPS

/** The screen and notice for a user whose link or half-done sign-in has expired. */
export const EXPIRED_SCREENS: Partial<Record<LoginStepName, Shown>> = {
  magic: { mode: 'magic-ask', notice: 'linkExpired' },
  verify: { mode: 'sign-in', notice: 'confirmExpired' },
  reset: { mode: 'forgot', notice: 'linkExpired' },
  'two-factor': { mode: 'sign-in', notice: 'again' },
  recovery: { mode: 'sign-in', notice: 'again' }
}
