import type { APIRoute } from 'astro'
import { fetchPlatform } from '#client/page.server.ts'
import { signInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'
import { marginReportQuery } from '#sections/operator/margin-search.ts'

/** Exports the margin as a file. If that fails, it redirects to the page, which shows the error. */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const search = marginReportQuery(hub.url)
  const page = `${localizePath('/operator/margin', hub.locale)}?${search}`
  const back = (location: string): Response =>
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  if (hub.session === null) return back(signInAddress(page))
  const answer = await fetchPlatform(hub, `operation/margins/export?${search}`).catch(() => null)
  if (answer?.ok !== true) return back(page)
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, answer.headers.get(name) ?? '')
  return new Response(answer.body, { headers })
}
