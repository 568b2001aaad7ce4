import type { APIRoute } from 'astro'
import { localPath } from '#client/local-path.ts'
import { signInAddress } from '#client/sign-in.ts'

/**
 * Ends the hub's session, then the login page's, which leads to a new sign-in and from there back to the page. It is
 * begun here, with a proof of its own: where the login page is on another site, a code without one is not taken.
 */
export const GET: APIRoute = async ({ url, request, locals }) => {
  const { hosts, fetch } = locals.mount
  const login = hosts.hub + signInAddress(localPath(url.searchParams.get('redirect')))
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
