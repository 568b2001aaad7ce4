import type { APIRoute } from 'astro'
import { fetchPlatform } from '#client/page.server.ts'
import { signInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'
import { usageRequestParams } from '#client/usage-filters.ts'
import { usageFilters, usagePageQuery } from '#sections/usage/filters.ts'

/**
 * Exports the receipts that match the page's filters as a file. If the export fails, it redirects
 * to the page, which shows the error.
 */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const { chosen } = usageFilters(hub.url, null)
  const page = `${localizePath('/console/usages', hub.locale)}?${usagePageQuery(chosen)}`
  const back = (location: string): Response =>
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  if (hub.session === null) return back(signInAddress(page))
  const answer = await fetchPlatform(
    hub,
    `usage/export?${new URLSearchParams(usageRequestParams(chosen))}`
  ).catch(() => null)
  if (answer?.ok !== true) return back(page)
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, answer.headers.get(name) ?? '')
  return new Response(answer.body, { headers })
}
