import type { APIRoute } from 'astro'
import { fetchPlatform } from '#client/page.server.ts'
import { signInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'

/** Exports a tool as a file. If that fails, it redirects to the page, which shows the error. */
export const GET: APIRoute = async ({ params, locals: { hub } }) => {
  const id = encodeURIComponent(params['id'] ?? '')
  const page = localizePath(`/operator/tools/${id}`, hub.locale)
  const back = (location: string): Response =>
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  if (hub.session === null) return back(signInAddress(page))
  const answer = await fetchPlatform(hub, `operation/own-services/${id}/file`).catch(() => null)
  if (answer?.ok !== true) return back(page)
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, answer.headers.get(name) ?? '')
  return new Response(answer.body, { headers })
}
