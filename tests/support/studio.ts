import { createHash, randomBytes } from 'node:crypto'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import type { Peer } from '#servers/lib/context.ts'
import { withWholeForm } from '#servers/lib/whole-form.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import { freshContext, type TestContext } from './context.ts'

/**
 * The address at which tests call the studio. It means that the user is on the server's machine.
 */
export const BASE = 'http://127.0.0.1:4321'
export const LOCAL: Peer = { address: '127.0.0.1', forwarded: false }

/**
 * Interval of the deliveries of email, in milliseconds. It is short, since many tests wait for
 * email.
 */
const MAIL_TICK = 50

export type TestStudio = Studio & {
  context: TestContext
  /** Calls the studio through its dispatcher, without a network connection. */
  call(
    path: string,
    init?: RequestInit & { json?: unknown; token?: string; peer?: Peer }
  ): Promise<Response>
  close(): Promise<void>
}

/** Opens the servers without the site, on an empty database. */
export async function openStudio(
  overrides: Parameters<typeof freshContext>[0] = {},
  api: Parameters<typeof mountParts>[1]['api'] = {}
): Promise<TestStudio> {
  const context = await freshContext(overrides)
  const quick = { retry: { first: 1, within: 300 }, tasks: { tick: 0 } }
  const studio = await mountParts(context, {
    site: false,
    api: { ...quick, ...api },
    mail: { tick: MAIL_TICK }
  })
  return {
    ...studio,
    context,
    async call(path, { json: value, token, peer = LOCAL, ...own } = {}) {
      const init = await withWholeForm(own)
      const headers = new Headers(init.headers)
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      if (value !== undefined) headers.set('content-type', 'application/json')
      const body = value === undefined ? init.body : JSON.stringify(value)
      const method = init.method ?? (value === undefined ? 'GET' : 'POST')
      return studio.fetch(
        new Request(new URL(path, BASE), {
          ...init,
          method,
          headers,
          ...(body !== undefined && { body })
        }),
        peer
      )
    },
    close: () => studio.stop()
  }
}

/** A signed-in user with a plan and an API key for the pages of {@link BASE}. */
export type TestPerson = {
  email: string
  cookie: string
  token: Token
  application: Application
  credential: Credential
}

export async function json<T>(response: Promise<Response> | Response): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/**
 * Signs up with a new address.
 * @returns the cookie of the login page
 */
export async function signUp(
  studio: TestStudio,
  email = `${randomBytes(6).toString('hex')}@example.com`
): Promise<string> {
  const answer = await studio.call('/api/auth/sign-up/email', {
    json: { email, password: 'correct horse battery' }
  })
  if (!answer.ok) throw new Error(await answer.text())
  return cookiesOf(answer)
}

/** Returns the cookie pairs that a browser would send back. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
}

/** Requests a sign-in code, as the login page does. */
export async function codeFor(
  studio: TestStudio,
  cookie: string,
  question: Record<string, string> = {}
): Promise<string> {
  const { location } = await json<SignInResponse>(
    studio.call('/auth/authorize', {
      json: { redirect: `${BASE}/auth/callback?redirect=/`, ...question },
      headers: { cookie }
    })
  )
  const code = new URL(location ?? '').searchParams.get('code')
  if (code === null) throw new Error('no code')
  return code
}

/** Signs up a user, signs them in and creates a plan and an API key. */
export async function person(
  studio: TestStudio,
  email = `${randomBytes(6).toString('hex')}@example.com`
): Promise<TestPerson> {
  const cookie = await signUp(studio, email)
  const code = await codeFor(studio, cookie)
  const token = await json<Token>(studio.call('/oauth2/v1/token', { json: { code } }))
  const application = await json<Application>(
    studio.call('/api/v1/applications/', {
      json: { type: 'Usage', scope: 'Global' },
      token: token.access_token
    })
  )
  const credential = await json<Credential>(
    studio.call('/api/v1/credentials/', {
      json: { application_id: application.id, host: BASE },
      token: token.access_token
    })
  )
  return { email, cookie, token, application, credential }
}

/** Creates a PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Reads the frames of an event stream, and whether it ended with `[DONE]`. */
export async function frames(
  response: Response
): Promise<{ frames: Record<string, unknown>[]; done: boolean; text: string }> {
  const lines = (await response.text()).split('\n').filter(line => line.startsWith('data: '))
  const done = lines.at(-1) === 'data: [DONE]'
  const found = lines
    .filter(line => line !== 'data: [DONE]')
    .map(line => JSON.parse(line.slice(6)) as Record<string, unknown>)
  return { frames: found, done, text: found.map(frame => frame['delta_answer']).join('') }
}
