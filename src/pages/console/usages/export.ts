import type { APIRoute } from 'astro'
import { askPlatform } from '#client/page.server.ts'
import { signInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'
import { platformQuery } from '#client/usage-filters.ts'
import { filtersIn, usagePageQuery } from '#sections/usage/filters.ts'

/**
 * Exports the receipts that match the page's filters as a file. If the export fails, it redirects
 * to the page, which shows the error.
 */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const { chosen } = filtersIn(hub.url, null)
  const page = `${localizePath('/console/usages', hub.locale)}?${usagePageQuery(chosen)}`
  const back = (location: string): Response =>
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  if (hub.session === null) return back(signInAddress(page))
  const answer = await askPlatform(
    hub,
    `usage/export?${new URLSearchParams(platformQuery(chosen))}`
  ).catch(() => null)
  if (answer?.ok !== true) return back(page)
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, answer.headers.get(name) ?? '')
  return new Response(answer.body, { headers })
}
