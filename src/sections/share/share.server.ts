import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { redirectAfterPost, readSubmittedForm } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { SharedConversation } from '#contract/share.ts'
import type { Problem } from '#core/problem.ts'

/**
 * Loads the content behind a share link of this site; null where the link does not exist or no
 * longer exists. Returns `taken_down` where an operator took it down.
 * @throws Problem when the API fails
 */
export async function loadShare(
  hub: HubRequest,
  id: string
): Promise<SharedConversation | 'taken_down' | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  const headers = { origin: hub.url.origin, 'accept-language': hub.locale }
  const answer = await hub.fetch('api', `/aichat/shares/${id}`, { headers })
  if (answer.ok) return (await answer.json()) as SharedConversation
  const problem = await readProblem(answer)
  if (problem.issues.some(({ code }) => code === 'taken_down')) return 'taken_down'
  if (['not_found', 'forbidden', 'bad_request'].includes(problem.code)) return null
  throw problem
}

/** A report that was not taken. `reasonMissing`: the reader chose no reason. */
export type RefusedReport = { problem: Problem; reasonMissing: boolean; text: string }

/**
 * Forwards a report about shared content to the platform. It works without a script in the browser
 * and without a sign-in.
 * @param about the id of the content, by its name in the platform's call
 * @param here the page's own address
 * @returns a redirect after the report; the refused report; null where the page is only viewed
 */
export async function reportShared(
  { request, locals: { hub } }: APIContext,
  about: { share_id: string } | { publication_id: string },
  here: string
): Promise<Response | RefusedReport | null> {
  if (request.method !== 'POST') return null
  const form = await readSubmittedForm(request)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const headers = {
    'content-type': 'application/json',
    'accept-language': hub.locale,
    origin: hub.url.origin,
    ...(hub.session !== null && { authorization: `Bearer ${hub.session.access_token}` })
  }
  const body = JSON.stringify({ ...about, reason: text('reason'), text: text('text') })
  const refuse = (problem: Problem): RefusedReport => ({
    problem,
    reasonMissing: problem.issues.some(({ field }) => field === 'reason'),
    text: text('text')
  })
  try {
    const answer = await hub.fetch('platform', '/api/v1/reports', { method: 'POST', headers, body })
    return answer.ok
      ? redirectAfterPost(`${here}?reported=yes#main`)
      : refuse(await readProblem(answer))
  } catch (thrown) {
    return refuse(toRequestProblem(thrown))
  }
}
