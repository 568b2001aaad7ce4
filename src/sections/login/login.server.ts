import type { LoginMode, LoginNotice, LoginView } from '#sections/login/login-view.ts'
import {
  requestSignIn,
  type LoginAuthClient,
  createLoginAuthClient,
  exchangeLoginCode
} from '#sections/login/login-ask.server.ts'
import {
  fullLoginAddress,
  readLoginRequest,
  type LoginContext,
  type LoginRequest
} from '#sections/login/login-question.server.ts'
import {
  EXPIRED_SCREENS,
  createPhoneScreen,
  LOGIN_STEPS,
  type LoginStepOutcome,
  type LoginStepName
} from '#sections/login/login-steps.server.ts'
import { ServerProblem } from '#client/problem.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import { Problem } from '#core/problem.ts'

/** Screens behind an email's link. Signed-in users see them too. */
const LINKED: readonly string[] = ['magic', 'verify', 'reset']

/**
 * Does all work of the login page without a script in the browser. Every screen is a form that
 * posts to the page itself. A signed-in user is redirected with a new code.
 * @returns a view to render, or the redirect to answer with
 */
export async function handleLoginPage(context: LoginContext): Promise<LoginView | Response> {
  const question = await readLoginRequest(context)
  const asker = createLoginAuthClient(
    context,
    question.value('pending'),
    fullLoginAddress(context, question)
  )
  const blank = blankView(context, question, asker)
  const first = await allowed(question, asker)
  if (first instanceof Problem)
    return withProblem({ ...blank, mode: 'bad-link', hidden: {} }, first)
  const view = dressed(blank, first)
  if (question.posted) return step(question, asker, view)
  if (first.location !== null && !(LINKED.includes(view.mode) && view.token !== ''))
    return goOn(asker, view, first.location)
  return view.mode === 'phone'
    ? attempt(view, async () => ({ ...view, ...(await createPhoneScreen(question, asker)) }))
    : view
}

function blankView(
  context: LoginContext,
  question: LoginRequest,
  { cookies }: LoginAuthClient
): LoginView {
  const { value, kept, popup } = question
  const mode = value('mode')
  return {
    mode: isScreen(mode) ? mode : 'sign-in',
    email: value('email'),
    problem: null,
    issues: [],
    notice: question.posted ? null : failureOf(value('error')),
    sent: 'magic',
    token: value('token'),
    pending: value('pending'),
    phone: null,
    handover: null,
    hidden: kept,
    popup,
    parent: '',
    methods: { social: [], passkeys: false },
    invitation: null,
    freeCredits: 0,
    fullPage: fullLoginAddress(context, question),
    brand: { title: context.locals.hub.site.title, logo: '', favicon: '' },
    cookies,
    status: 200
  }
}

/**
 * Chooses a notice for an error of an external sign-in. The error's own text is not shown: it is
 * meant for developers, and anyone can write it into an address.
 */
function failureOf(error: string): LoginNotice | null {
  if (error === '') return null
  return error === 'account_not_linked' ? 'notLinked' : 'failed'
}

/** Checks that this sign-in may continue at the requested address. A frame must name one. */
async function allowed(
  { popup, kept }: LoginRequest,
  asker: LoginAuthClient
): Promise<SignInResponse | Problem> {
  if (popup && !kept['redirect'])
    return new Problem('bad_request', { issues: [{ field: 'redirect', code: 'required' }] })
  try {
    return await requestSignIn(asker, kept)
  } catch (thrown) {
    return problemFrom(thrown)
  }
}

function dressed(view: LoginView, answer: SignInResponse): LoginView {
  const { site, parent, methods, invitation, free_credits: freeCredits } = answer
  const brand = { ...site, title: site.title || view.brand.title }
  return { ...view, parent, methods, invitation, freeCredits, brand }
}

/**
 * Performs the step of a form. An error shows the same screen again. An expired link shows the
 * screen that requests a new one.
 */
async function step(
  question: LoginRequest,
  asker: LoginAuthClient,
  view: LoginView
): Promise<LoginView | Response> {
  const name = question.value('mode')
  const known: LoginStepName = isStep(name) ? name : 'sign-in'
  return attempt(view, async () => {
    const outcome = await LOGIN_STEPS[known](question, asker, view.fullPage).catch(
      (thrown: unknown) => lapsed(known, thrown)
    )
    if ('leave' in outcome) return redirect(outcome.leave, asker.cookies)
    if ('shown' in outcome) return { ...view, ...outcome.shown }
    const { location } = await requestSignIn(asker, question.kept)
    return location === null ? { ...view, ...outcome.entered } : goOn(asker, view, location)
  })
}

function lapsed(name: LoginStepName, thrown: unknown): LoginStepOutcome {
  const shown = EXPIRED_SCREENS[name]
  if (
    shown === undefined ||
    !(thrown instanceof Problem) ||
    !thrown.issues.some(({ code }) => code === 'expired')
  )
    throw thrown
  return { shown: { ...shown, status: thrown.status } }
}

/**
 * Continues after the sign-in: back to the site with the code, or in a frame with the tokens for
 * the surrounding page.
 */
async function goOn(
  asker: LoginAuthClient,
  view: LoginView,
  location: string
): Promise<LoginView | Response> {
  if (!view.popup) return redirect(location, asker.cookies)
  return attempt(view, async () => ({
    ...view,
    mode: 'handover',
    handover: await exchangeLoginCode(asker, location)
  }))
}

async function attempt(
  view: LoginView,
  work: () => Promise<LoginView | Response>
): Promise<LoginView | Response> {
  try {
    return await work()
  } catch (thrown) {
    return withProblem(view, problemFrom(thrown))
  }
}

/** @throws any error that is not a refusal: the page fails, and the log has the reason */
function problemFrom(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  throw thrown
}

function withProblem(view: LoginView, problem: Problem): LoginView {
  const message = problem instanceof ServerProblem ? problem.sentence : ''
  return {
    ...view,
    status: problem.status,
    problem: { code: problem.code, message, retryAfter: problem.retryAfter },
    issues: problem.issues
  }
}

/** With 303 the browser follows a post with a GET. */
function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

function isStep(word: string): word is LoginStepName {
  return Object.hasOwn(LOGIN_STEPS, word)
}

function isScreen(word: string): word is LoginMode {
  return isStep(word) && word !== 'resend' && word !== 'social'
}
