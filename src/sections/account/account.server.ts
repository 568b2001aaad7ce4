import {
  ACTIONS,
  accountDoneAddress,
  isAction,
  sectionOf,
  type ActionName,
  type AccountActionInput,
  type AccountSection
} from '#sections/account/account-actions.server.ts'
import {
  createAuthClient,
  type AuthClient,
  type PageContext
} from '#sections/account/account-caller.server.ts'
import {
  joinRecoveryCodes,
  readSetup,
  type FactorSetup
} from '#sections/account/account-factor.server.ts'
import { readSubmittedForm } from '#client/page.server.ts'
import type { Account } from '#contract/account.ts'
import type { Device } from '#contract/device.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Issue, ProblemBody } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'

/** An error, and the form that it belongs to. */
export type AccountProblem = {
  action: ActionName
  code: string
  message: string
  issues: readonly Issue[]
  /** Seconds after which the user may retry. */
  retryAfter?: number
}

/** Everything that the account page shows. */
export type AccountView = {
  account: Account
  devices: Device[]
  /** This page's own path, to which its forms post. */
  here: string
  problem: AccountProblem | null
  /** The action that just succeeded, and its section. */
  done: { what: string; section: AccountSection } | null
  /** A second factor that waits for its first code. */
  setup: FactorSetup | null
  /** New recovery codes, shown only this once. */
  codes: string[] | null
  /** HTTP status of the page. */
  status: number
}

/** The content of the page after a user has deleted the account. */
export type DeletedAccountView = { gone: true; site: Account['site'] | null; back: string }

/**
 * Does all work of the account page without a script in the browser: shows the account and performs
 * the actions of its forms.
 * @returns a view; a response to send unchanged; or the page for a user who has just deleted the
 * account
 */
export async function handleAccountPage(
  context: PageContext
): Promise<AccountView | DeletedAccountView | Response> {
  const caller = createAuthClient(context)
  const { locale, hosts } = context.locals.hub
  const site = context.url.searchParams.get('site')
  const here =
    localizePath('/auth/account', locale) +
    (site === null ? '' : `?${new URLSearchParams({ site })}`)
  const login = localizePath('/auth/login', locale)
  const account = await read<Account>(
    caller,
    `/auth/account/overview${site === null ? '' : `?${new URLSearchParams({ site })}`}`
  )
  if (account === null) {
    if (context.request.method === 'GET' && context.url.searchParams.has('gone'))
      return gone(caller, site)
    return go(`${hosts.auth}${login}?${new URLSearchParams({ redirect: hosts.auth + here })}`, [])
  }
  const view: AccountView = {
    account,
    devices: [],
    here,
    problem: null,
    done: null,
    setup: null,
    codes: null,
    status: 200
  }
  const acted =
    context.request.method === 'POST'
      ? await act(context, caller, view, login)
      : shown(view, context.url)
  if (acted instanceof Response) return acted
  const devices = await read<{ items: Device[] }>(caller, '/auth/sessions')
  return { ...acted, devices: devices?.items ?? [] }
}

/** Finds the site that the user came from, if it is one of ours. The page links back to it. */
async function gone(caller: AuthClient, site: string | null): Promise<DeletedAccountView> {
  const answer = await caller.call('POST', '/auth/authorize', site === null ? {} : { site })
  const known = answer.ok ? ((await answer.json()) as SignInResponse) : null
  return { gone: true, site: known?.site ?? null, back: `${known?.parent ?? ''}/` }
}

function shown(view: AccountView, url: URL): AccountView {
  const what = url.searchParams.get('done')
  const section = sectionOf(what)
  return { ...view, done: what === null || section === null ? null : { what, section } }
}

/**
 * Performs the action of a form. An error is shown on the same page. A success is shown after a
 * redirect, so that a reload does not repeat the action.
 */
async function act(
  context: PageContext,
  caller: AuthClient,
  view: AccountView,
  login: string
): Promise<AccountView | Response> {
  const form = await readSubmittedForm(context.request)
  const value = (name: string): string => String(form.get(name) ?? '')
  const action = value('action')
  if (!isAction(action)) return go(view.here, [])
  const { account, here } = view
  const asked: AccountActionInput = {
    value,
    account,
    issuer: account.site.title || context.locals.hub.site.title,
    login,
    here
  }
  const { method, path, body } = ACTIONS[action].call(asked)
  const answer = await caller.call(method, path, body)
  if (answer.ok) return finish(action, view, answer, caller)
  if (answer.status === 401) return go(here, caller.cookies)
  const { error } = (await answer.json()) as ProblemBody
  const after = Number(answer.headers.get('retry-after'))
  const told = { action, code: error.code, message: error.message, issues: error.issues ?? [] }
  const problem = { ...told, ...(after > 0 && { retryAfter: after }) }
  return {
    ...view,
    problem,
    status: answer.status,
    setup: action === 'prove' ? readSetup(value) : null
  }
}

async function finish(
  action: ActionName,
  view: AccountView,
  answer: Response,
  caller: AuthClient
): Promise<AccountView | Response> {
  if (action === 'delete') return farewell(view.here, caller)
  if (action === 'link') return go(((await answer.json()) as { url: string }).url, caller.cookies)
  if (action !== 'factor' && action !== 'codes')
    return go(accountDoneAddress(view.here, action), caller.cookies)
  const { totpURI = '', backupCodes } = (await answer.json()) as {
    totpURI?: string
    backupCodes: string[]
  }
  if (action === 'codes') return { ...view, codes: backupCodes }
  return {
    ...view,
    setup: readSetup(name => (name === 'uri' ? totpURI : joinRecoveryCodes(backupCodes)))
  }
}

function farewell(here: string, { cookies }: AuthClient): Response {
  const answer = go(`${here}${here.includes('?') ? '&' : '?'}gone=1`, cookies)
  answer.headers.set('clear-site-data', '"storage"')
  return answer
}

/**
 * @returns null where the user is not signed in
 * @throws Error when auth fails
 */
async function read<T>(caller: AuthClient, path: string): Promise<T | null> {
  const answer = await caller.call('GET', path)
  if (answer.status === 401) return null
  if (!answer.ok) throw new Error(`auth answered ${answer.status} for ${path.split('?', 1)[0]}`)
  return (await answer.json()) as T
}

/** With 303 the browser follows a post with a GET. */
function go(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
