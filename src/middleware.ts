import type { APIContext } from 'astro'
import { defineMiddleware } from 'astro:middleware'
import type { HubRequest } from '#client/hub.ts'
import { exchangeCode } from '#client/code.server.ts'
import {
  languageParamRedirect,
  languageRedirect,
  fallbackLanguageRedirect,
  loadReaderLocale
} from '#client/language.server.ts'
import {
  isSiteFile,
  isPageRequest,
  NON_PAGE_PATHS,
  createRedirect
} from '#client/reading.server.ts'
import { hasSession, loadSession } from '#client/session.server.ts'
import { defaultSite, loadSite } from '#client/site.server.ts'
import { themeOf } from '#client/theme.server.ts'
import { saveVisitCookies } from '#client/visit.server.ts'
import { localeCurrency, isCurrency } from '#core/currency.ts'
import { datedRedirect } from '#core/dated.ts'
import { isValidPagePath, isUnlocalizedPath, canonicalPath, encodePath } from '#core/one-address.ts'
import { ownServiceStrings } from '#core/own-service.ts'
import { localizeSite } from '#client/site-texts.ts'
import { withTexts } from '#i18n/with-texts.ts'
import { loadStrings, translator } from '#i18n/hub.ts'
import {
  DEFAULT_LOCALE,
  directionOf,
  LOCALES,
  localizePath,
  splitPath,
  splitTaggedPath,
  type Locale
} from '#i18n/locale.ts'

/** The page for unknown paths, and the page for forms that another origin sent. */
const MISSING = '/404'
const REFUSED = '/403'

/** Pages that show the outcome of a request; nobody can open them directly. */
const OUTCOMES = [REFUSED, '/500']

/** A reader opens a page (GET, HEAD) or sends its form (POST). */
const METHODS = ['GET', 'HEAD', 'POST']

/** Pages are private to their reader, and pages of other origins get no handle on their window. */
const SECURITY: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()'
}

export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  // Error pages render inside a request that already has its facts.
  if (locals.hub !== undefined) return next()
  if (!METHODS.includes(request.method))
    return new Response(null, { status: 405, headers: { allow: METHODS.join(', ') } })
  const plain = isSiteFile(url)
  if (!plain) saveVisitCookies(context)
  const tagged = isPageRequest(context) ? taggedPath(url) : null
  const { locale: prefix, path: asked } = tagged ?? splitPath(url.pathname)
  const foreign = foreignForm(request, url)
  const early = tagged === null ? await earlyAnswer(context, prefix, foreign) : null
  if (early !== null) return early

  const locale =
    prefix ??
    (foreign || isUnlocalizedPath(asked) ? await loadReaderLocale(context) : DEFAULT_LOCALE)
  const path = OUTCOMES.includes(asked) || !isValidPagePath(asked) ? MISSING : asked
  const response = await render(context, async () => {
    locals.hub = facts(context, locale, path)
    // The links of a 403 or 404 page must repeat nothing that another site wrote into the address:
    // a sign-in code in its query, or the path of the sign-out.
    if (path === MISSING || foreign)
      locals.hub.url = bare(url, localizePath(NON_PAGE_PATHS.test(path) ? '/' : path, locale))
    Object.assign(locals.hub, await gather(context))
    const offered = fallbackLanguageRedirect(context, locale)
    if (offered !== null) return offered
    const moves = request.method === 'GET' && !plain
    const dated = moves
      ? datedRedirect(url, locals.hub.site, request.headers.get('user-agent') ?? '', Date.now())
      : null
    if (dated !== null) return createRedirect(dated, 302)
    const shown = foreign ? REFUSED : path
    const page = await next(shown === url.pathname ? undefined : rewritten(url, shown))
    if (tagged === null || page.status === 404) return page
    await page.body?.cancel()
    return createRedirect(localizePath(path, locale) + url.search, 308)
  })
  if (!plain) {
    response.headers.set('content-language', locale)
    response.headers.append('vary', 'Accept-Language, Cookie')
  }
  for (const [name, value] of Object.entries(SECURITY))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
})

/** Answers without rendering a page: redirects to another address, or finishes a sign-in. */
async function earlyAnswer(
  context: APIContext,
  prefix: Locale | null,
  foreign: boolean
): Promise<Response | null> {
  const moved =
    addressRedirect(context) ??
    (await languageParamRedirect(context)) ??
    (await languageRedirect(context, prefix))
  if (moved !== null || foreign) return moved
  return (await exchangeCode(context)) ?? setupRedirect(context.url)
}

/** Logs a page that fails and gives its reader the trace id of the log entry. */
async function render({ locals }: APIContext, page: () => Promise<Response>): Promise<Response> {
  try {
    return await page()
  } catch (error) {
    locals.traceId = locals.mount.report(error)
    throw error
  }
}

/**
 * Collects the facts that are known without a call, with the default brand. They suffice for an
 * error page.
 */
function facts(
  { locals: { mount }, url, cookies }: APIContext,
  locale: Locale,
  path: string
): HubRequest {
  const currency = cookies.get('CURRENCY')?.value
  const site = defaultSite(mount)
  return {
    locale,
    dir: directionOf(locale),
    theme: themeOf({ url, cookies }, site),
    currency: isCurrency(currency) ? currency : localeCurrency(locale),
    path,
    url,
    origin: mount.origin,
    site,
    waiting: false,
    demo: false,
    hosts: mount.hosts,
    test: mount.test,
    session: null,
    version: mount.version,
    fetch: mount.fetch,
    t: translator(locale),
    strings: (...groups) => loadStrings(locale, groups)
  }
}

/** Loads the facts that need calls: the site's own brand and the reader's session. */
async function gather(
  context: APIContext
): Promise<Pick<HubRequest, 'site' | 'theme' | 'waiting' | 'demo' | 'session' | 't'>> {
  const session =
    !isSiteFile(context.url) && hasSession(context) ? await loadSession(context) : null
  const { site, demo } = await loadSite(context.locals.mount, session?.access_token)
  const shown = localizeSite(site ?? defaultSite(context.locals.mount), context.locals.hub.locale)
  const texts = shown.own_services.map(own => ownServiceStrings({ ...own, fields: [] }))
  const t = withTexts(context.locals.hub.t, Object.assign({}, ...texts))
  return { site: shown, theme: themeOf(context, shown), waiting: site === null, demo, session, t }
}

/**
 * Returns the address with another path. It is a URL, because Astro would merge two slashes in the
 * query of a string.
 */
function rewritten(url: URL, path: string): URL {
  const target = new URL(url)
  target.pathname = path
  return target
}

/** Returns the address with another path and without a query. */
function bare(url: URL, path: string): URL {
  const target = rewritten(url, path)
  target.search = ''
  return target
}

/**
 * Redirects another spelling of a page's address, such as `/en/flux` or `/DE/Flux/`, to the
 * canonical one. For readers it also covers spellings that Astro treats as the same: `//flux`,
 * `/%66lux`.
 */
function addressRedirect(context: APIContext): Response | null {
  const { pathname, search } = context.url
  const written = isPageRequest(context) ? new URL(context.request.url).pathname : pathname
  const [, first = ''] = pathname.split('/')
  const locale = LOCALES.find(each => each.toLowerCase() === first.toLowerCase())
  const path = locale === undefined ? pathname : pathname.slice(first.length + 1)
  const address = encodePath(localizePath(canonicalPath(path), locale ?? DEFAULT_LOCALE))
  return address === encodePath(written) ? null : createRedirect(address + search, 308)
}

/**
 * Finds the page of an address with a variant of one of our language tags, such as `/de-AT/Flux`.
 * The caller renders the page before it redirects, so that an unknown page is a 404 immediately.
 */
function taggedPath({ pathname }: URL): ReturnType<typeof splitTaggedPath> {
  const parts = splitTaggedPath(pathname)
  const path = canonicalPath(parts?.path ?? '/')
  return parts === null || NON_PAGE_PATHS.test(path) ? null : { ...parts, path }
}

/**
 * True for a form that a page of another origin sent. Clients other than browsers send no Origin
 * and pass.
 */
function foreignForm(request: Request, url: URL): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const origin = request.headers.get('origin')
  return origin !== null && origin !== url.origin
}

/** Handles the one-time setup link: keeps its token in a cookie for the sign-in that follows. */
function setupRedirect(url: URL): Response | null {
  const token = url.searchParams.get('setup')
  if (token === null || !/^[\w-]{20,100}$/.test(token)) return null
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  const cookie = `SETUP=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600${secure}`
  return createRedirect('/auth/begin?redirect=%2F', 302, { 'set-cookie': cookie })
}
