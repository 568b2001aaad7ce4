import type { APIRoute } from 'astro'
import { fetchPlatform } from '#client/page.server.ts'
import { signInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'

/** Exports the audit log as a file. If that fails, it redirects to the page, which shows the error. */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const { searchParams } = hub.url
  const days = ['from', 'to'].map(name => [name, searchParams.get(name) ?? ''])
  const search = new URLSearchParams(Object.fromEntries(days) as Record<string, string>)
  const page = localizePath('/operator/audit', hub.locale)
  const back = (location: string): Response =>
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  if (hub.session === null) return back(signInAddress(page))
  const answer = await fetchPlatform(hub, `operation/audit/export?${search}`).catch(() => null)
  if (answer?.ok !== true) return back(page)
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, answer.headers.get(name) ?? '')
  return new Response(answer.body, { headers })
}
