import type { APIRoute } from 'astro'
import { beginSignIn } from '#client/code.server.ts'
import { localPath } from '#client/local-path.ts'
import { loginFlowOf } from '#client/visit.server.ts'
import { DEFAULT_LOCALE, localizePath, splitPath } from '#i18n/locale.ts'

/**
 * Leads from the hub to the login page. Every link and script that asks for sign-in comes here,
 * unless a dialog handles the sign-in.
 */
export const GET: APIRoute = context => {
  const { searchParams } = context.url
  const back = localPath(searchParams.get('redirect'))
  if (searchParams.get('flow') === 'redirect' || loginFlowOf(context) === 'redirect')
    return beginSignIn(context, back)
  const page = localizePath('/auth/popup', splitPath(back).locale ?? DEFAULT_LOCALE)
  const asking = searchParams.get('asking')
  const query = new URLSearchParams({ redirect: back, ...(asking !== null && { asking }) })
  const location = `${page}?${query}`
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}
