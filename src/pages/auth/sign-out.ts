import type { APIRoute } from 'astro'
import { localPath } from '#client/local-path.ts'
import { DEFAULT_LOCALE, localizePath, splitPath } from '#i18n/locale.ts'

/** Ends the hub's session, then the login page's, which leads to its form and from there back to the page. */
export const GET: APIRoute = async ({ url, request, locals }) => {
  const { hosts, fetch } = locals.mount
  const back = new URL(localPath(url.searchParams.get('redirect')), hosts.hub)
  const { locale } = splitPath(back.pathname)
  const page = localizePath('/auth/login', locale ?? DEFAULT_LOCALE)
  const login = `${hosts.auth}${page}?${new URLSearchParams({ redirect: back.href })}`
  const ended = await fetch('auth', '/auth/session', { method: 'DELETE', headers: { cookie: request.headers.get('cookie') ?? '' } })
  const headers = new Headers({
    location: `${hosts.auth}/auth/logout?${new URLSearchParams({ redirect: login })}`,
    'cache-control': 'no-store',
    // Nothing of the person stays in this browser.
    'clear-site-data': '"storage"'
  })
  for (const cookie of ended.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
