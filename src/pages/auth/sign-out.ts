import type { APIRoute } from 'astro'
import { localPath } from '#client/local-path.ts'
import { signInAddress } from '#client/sign-in.ts'
import { SIGNED_OUT_COOKIE } from '#layouts/settle.ts'

/**
 * Ends the hub's session, then the login page's session, and leads to a new sign-in that returns to
 * the page. The new sign-in begins here, so that it has its own PKCE proof. If the login page is on
 * another site, the hub rejects a code without that proof. A request from another site's page only
 * leads to the confirmation page.
 */
export const GET: APIRoute = async ({ url, request, locals }) => {
  const { hosts, fetch } = locals.mount
  const back = localPath(url.searchParams.get('redirect'))
  if (request.headers.get('sec-fetch-site') === 'cross-site') return question(back)
  const login = hosts.hub + signInAddress(back)
  const ended = await fetch('auth', '/auth/session', {
    method: 'DELETE',
    headers: { cookie: request.headers.get('cookie') ?? '' }
  })
  const headers = new Headers({
    location: `${hosts.auth}/auth/logout?${new URLSearchParams({ redirect: login })}`,
    'cache-control': 'no-store',
    // Clears the user's data from this browser. For a browser that does not know the header, the
    // next page clears it.
    'clear-site-data': '"storage"'
  })
  headers.append('set-cookie', `${SIGNED_OUT_COOKIE}=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`)
  for (const cookie of ended.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}

function question(back: string): Response {
  const location = `/auth/sign-out-question?${new URLSearchParams({ of: 'page', redirect: back })}`
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}
