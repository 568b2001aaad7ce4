import type { HubRequest } from '#client/hub.ts'
import { problemOf } from '#client/problem.ts'
import type { SharedConversation } from '#contract/share.ts'

/**
 * What a link of this site shows; null when there is none (any more).
 * @throws Problem when the API fails
 */
export async function loadShare(hub: HubRequest, id: string): Promise<SharedConversation | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  const headers = { origin: hub.url.origin, 'accept-language': hub.locale }
  const answer = await hub.fetch('api', `/aichat/shares/${id}`, { headers })
  if (answer.ok) return (await answer.json()) as SharedConversation
  const problem = await problemOf(answer)
  if (['not_found', 'forbidden', 'bad_request'].includes(problem.code)) return null
  throw problem
}
