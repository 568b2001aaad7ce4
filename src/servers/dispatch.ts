import { DEFAULT_LOCALE, LOCALES, negotiateLocale, type Locale } from '#i18n/locale.ts'
import { MAX_BODY } from '#core/call-limits.ts'
import { isUnlocalizedPath } from '#core/one-address.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { PARTS, type PartName } from '#servers/config.ts'
import { isPublicAddress } from '#servers/lib/egress.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'
import { cookieOf } from '#servers/lib/cookie.ts'
import { misdirectedResponse } from '#servers/hub/hub.ts'
import type { Context, ServerPart, Peer } from '#servers/lib/context.ts'
import { isSetupToken } from '#servers/lib/first-run.ts'
import { readText } from '#servers/lib/parse.ts'
import { problemResponse } from '#servers/lib/problem-response.ts'
import { strictTransport } from '#servers/lib/strict-transport.ts'
import { answerSelfCheck, SELF_CHECK_PATH } from '#servers/lib/self-check.ts'
import { openApiDocument } from '#servers/openapi.ts'

export type MountedParts = Partial<Record<PartName, ServerPart>>

const PLATFORM = /^\/(api\/v1|s)\//
const AUTH =
  /^\/(oauth2\/v1\/token|auth\/(refresh|session|logout|authorize|invitation|account\/\w+|sessions(\/[^/]+)?|qr(\/\w+)?)|api\/auth\/.+)\/?$/
/**
 * Auth calls that use the hub's own cookie. If auth runs in another process, the hub forwards them.
 */
const AUTH_COOKIE = /^\/auth\/session\/?$/
/**
 * Short links are at a site's own host. If the platform, which resolves them, runs in another
 * process, the hub redirects to it.
 */
const SHORT_LINK = /^\/s\/[^/]+\/?$/
/** Paths of the API. `/library` alone is a page, so only paths below it are listed. */
const API = /^\/((aichat|tasks|events|files|v1|webhooks)(\/|$)|library\/.)/
const AUTH_PAGES = new RegExp(`^(/(${LOCALES.join('|')}))?/(auth/|preferences)`)

/** Actions use POST; pages of another origin first send a preflight (OPTIONS). */
const CALLS = new Set(['POST', 'OPTIONS'])

/**
 * Finds the part that serves a path (design, 1). `GET` on a service is a hub page, `POST` below it
 * an API call.
 */
export function partFor(
  method: string,
  path: string,
  services: readonly Service[] = SERVICES
): PartName {
  if (PLATFORM.test(path)) return 'platform'
  if (AUTH.test(path)) return 'auth'
  if (API.test(path)) return 'api'
  const [, first = '', second] = path.split('/')
  const service =
    isOwnServiceId(first) ||
    services.some(each => [each.path, each.id, each.serviceId].includes(first))
  return CALLS.has(method) && service && second !== undefined && second !== '' ? 'api' : 'hub'
}

/** Creates the request handler of all parts: it checks the host, picks the part and calls it. */
export function createDispatch(
  context: Context,
  parts: MountedParts,
  services?: readonly Service[]
): (request: Request, peer: Peer) => Promise<Response> {
  // A process with auth alone mounts the site only for the login page.
  const wholeHub = context.config.parts.includes('hub')
  const mayShow = (path: string): boolean => wholeHub || AUTH_PAGES.test(path)
  const answerCall = async (request: Request, peer: Peer, url: URL): Promise<Response> => {
    if (url.pathname === '/healthz') return Response.json({ status: 'ok' })
    if (url.pathname === '/readyz') return ready(context)
    const checked =
      url.pathname === SELF_CHECK_PATH ? answerSelfCheck(context, request, peer) : null
    if (checked !== null) return checked
    if (!(await isOurs(context, request, url, peer))) return misdirectedResponse()
    if (url.pathname === '/openapi.json') return described(context, parts, url)
    const name = partFor(request.method, url.pathname, services)
    if (name === 'hub' && isJson(request)) return missing(request)
    const part = parts[name]
    if (part !== undefined && !(name === 'hub' && !mayShow(url.pathname))) {
      const answer = await part.fetch(request, peer)
      const page =
        wholeHub && answer.status === 404 && opensLink(request, url)
          ? await parts.hub?.fetch(request, peer)
          : undefined
      return page ?? answer
    }
    if (name === 'auth' && wholeHub && AUTH_COOKIE.test(url.pathname))
      return passOn(context, request, url)
    if (name === 'platform' && wholeHub && SHORT_LINK.test(url.pathname))
      return elsewhere(context, request, url)
    return missing(request)
  }
  return async (request, peer) => {
    const url = new URL(request.url)
    return withSafety(
      url,
      await answerCall(request, peer, url).catch((error: unknown) =>
        failed(context, request, error)
      )
    )
  }
}

/** Answers a call that failed before a part got it, for example because the database failed. */
function failed({ log }: Context, request: Request, error: unknown): Response {
  const trace = crypto.randomUUID()
  log.error({ err: error, trace }, 'unknown failure')
  return problemResponse(toProblem(error), localeFor(request), trace)
}

/**
 * Tells whether a call sends JSON to a page. Pages accept forms only, so such a client has the
 * wrong address and gets a problem instead of a page.
 */
const isJson = ({ method, headers }: Request): boolean =>
  method !== 'GET' && (headers.get('content-type') ?? '').startsWith('application/json')

/**
 * Tells whether somebody opens a link that may lead to no page. For a 404, the hub then shows its
 * page in the reader's language.
 */
function opensLink({ method, headers }: Request, { pathname }: URL): boolean {
  return (
    isUnlocalizedPath(pathname) &&
    (method === 'GET' || method === 'HEAD') &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

/** A page or a file has a policy of its own. No other answer may be shown as a document. */
const NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Adds the headers of every answer. One keeps browsers from guessing its type, one from showing
 * data as a page. The third is {@link strictTransport}.
 */
function withSafety(url: URL, answer: Response): Response {
  const { headers } = answer
  headers.set('x-content-type-options', 'nosniff')
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  if (!isPage && !headers.has('content-security-policy'))
    headers.set('content-security-policy', NO_DOCUMENT)
  const strict = strictTransport(url)
  if (strict !== null) headers.set('strict-transport-security', strict)
  return answer
}

/** Serves the OpenAPI document to clients on any origin. */
async function described(context: Context, parts: MountedParts, url: URL): Promise<Response> {
  const names = PARTS.filter(name => parts[name] !== undefined)
  return Response.json(await openApiDocument(context, names, url), {
    headers: { 'access-control-allow-origin': '*' }
  })
}

async function isOurs(
  { sites, database }: Context,
  request: Request,
  url: URL,
  peer: Peer
): Promise<boolean> {
  // A loopback host name is accepted only from this machine and private networks, such as a
  // container's host.
  if (isLoopbackHost(url.hostname) && isPublicAddress(peer.address)) return false
  if ((await sites.originOf(url.href)) !== null) return true
  const token = url.searchParams.get('setup') ?? cookieOf(request, 'SETUP')
  if (!(await isSetupToken(database.db, token))) return false
  sites.admit(url.origin)
  return true
}

async function ready({ database }: Context): Promise<Response> {
  const ok = await database.ping().then(
    () => true,
    () => false
  )
  return Response.json(
    { status: ok ? 'ready' : 'database does not answer' },
    { status: ok ? 200 : 503 }
  )
}

function missing(request: Request): Response {
  const problem = new Problem('no_api', { detail: 'nothing is served at this address here' })
  return problemResponse(problem, localeFor(request), crypto.randomUUID())
}

function localeFor(request: Request): Locale {
  return negotiateLocale(request.headers.get('accept-language')) ?? DEFAULT_LOCALE
}

/** Redirects to the same path at the platform's own host. */
function elsewhere({ config }: Context, request: Request, { pathname }: URL): Response {
  if (config.hosts.platform === null) return missing(request)
  const location = new URL(pathname, config.hosts.platform).href
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}

/**
 * Forwards the call to the auth part in another process, with this page's cookie. The Origin header
 * is dropped, since auth would see a page of another origin.
 */
async function passOn(context: Context, request: Request, url: URL): Promise<Response> {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== url.origin) return missing(request)
  const headers = new Headers(request.headers)
  for (const name of ['host', 'origin', 'connection', 'content-length']) headers.delete(name)
  // Otherwise `fetch` would ask for a compressed response and decode it, but keep the header that
  // says it is compressed.
  headers.set('accept-encoding', 'identity')
  const target = new URL(url.pathname, context.config.hosts.auth ?? url.origin)
  const text = await readText(request, MAX_BODY).catch(toProblem)
  if (text instanceof Problem) return problemResponse(text, localeFor(request), crypto.randomUUID())
  const answer = await context.fetch(target, {
    method: request.method,
    headers,
    body: await withSite(context, text, url)
  })
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}

/**
 * Adds the site of this page to the body, since auth sees only its own address. A body that is no
 * object stays as it is.
 */
async function withSite({ sites }: Context, text: string, url: URL): Promise<string> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null
      ? JSON.stringify({ ...body, site: await sites.originOf(url.href) })
      : text
  } catch {
    return text
  }
}
