import { requestJson, sendRequest } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import type { FeaturedResult } from '#contract/featured.ts'

/**
 * Loads the results that a site features. Each has its task, which only the site's admins may see.
 */
export async function fetchFeatured(token: string, site: string): Promise<FeaturedResult[]> {
  const { items } = await requestJson<{ items: FeaturedResult[] }>(
    addressOf(site),
    optionsOf(token)
  )
  return items
}

/**
 * Features one of the caller's results on a site.
 * @param task the task, and in `output` the index of the result among the task's outputs
 * @throws Problem `bad_request` with an issue that says why not
 */
export function requestFeature(
  token: string,
  site: string,
  task: { task_id: string; output: number }
): Promise<FeaturedResult> {
  return requestJson<FeaturedResult>(addressOf(site), {
    ...optionsOf(token),
    method: 'POST',
    body: task
  })
}

/** Removes a result from the site's list. */
export async function requestUnfeature(token: string, site: string, id: string): Promise<void> {
  await sendRequest(`${addressOf(site)}/${id}`, { ...optionsOf(token), method: 'DELETE' })
}

function addressOf(site: string): string {
  return `${pageHub().hosts.platform}/api/v1/sites/${site}/featured`
}

function optionsOf(token: string): { token: string; headers: Record<string, string> } {
  return { token, headers: callerHeaders('platform') }
}
