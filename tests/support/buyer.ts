import type { APIRequestContext } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { NewRedemptionCodes } from '#contract/redemption.ts'
import type { Session } from '#contract/token.ts'
import { newAddress, OPERATOR, PASSWORD } from './browser.ts'

/**
 * Signs up in the browser context of these requests.
 * @returns an access token
 */
export function join(request: APIRequestContext, url: string): Promise<string> {
  return enter(request, url, { way: 'sign-up', email: newAddress() })
}

/**
 * Signs in as the admin of the site.
 * @returns an access token
 */
export function operate(request: APIRequestContext, url: string): Promise<string> {
  return enter(request, url, { way: 'sign-in', email: OPERATOR })
}

async function enter(
  request: APIRequestContext,
  url: string,
  { way, email }: { way: string; email: string }
): Promise<string> {
  const headers = { origin: url }
  const made = await request.post(`${url}/api/auth/${way}/email`, {
    data: { email, password: PASSWORD },
    headers
  })
  if (!made.ok()) throw new Error(`${way}: ${made.status()} ${await made.text()}`)
  await request.get(`${url}/auth/begin?redirect=/profile`)
  const session = await request.post(`${url}/auth/session`, { data: {}, headers })
  return ((await session.json()) as Session).access_token
}

/**
 * Calls the platform and expects success.
 * @param path below `/api/v1/`
 * @param origin of another studio than the test's own
 */
export async function platform<T>(
  request: APIRequestContext,
  token: string,
  path: string,
  data?: object,
  origin = ''
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${origin}/api/v1/${path}`
  const answer = await (data === undefined
    ? request.get(address, { headers })
    : request.post(address, { data, headers }))
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Creates a plan for all services, which starts now. */
export function openPlan(
  request: APIRequestContext,
  token: string,
  origin = ''
): Promise<Application> {
  return platform<Application>(
    request,
    token,
    'applications/',
    { type: 'Usage', scope: 'Global' },
    origin
  )
}

/** Creates a redemption code as an operator. */
export async function codeFor(
  request: APIRequestContext,
  token: string,
  body: object
): Promise<string> {
  const { items } = await platform<NewRedemptionCodes>(request, token, 'redemption-codes', body)
  return items[0]?.code ?? ''
}
