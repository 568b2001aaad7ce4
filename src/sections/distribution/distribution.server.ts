import type { HubRequest } from '#client/hub.ts'
import { fetchPlatform, readPlatform } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { DistributionLevel, DistributionStatus } from '#contract/distribution.ts'
import type { ShortLink } from '#contract/short-link.ts'
import type { Invitee } from '#contract/user.ts'
import type { RemoteData } from '#core/remote.ts'

type List<T> = { items: T[]; count: number }

/** The state of a user's invitations: sums, levels, number of invitees, and the link to send. */
export type Invitations = {
  status: DistributionStatus
  levels: readonly DistributionLevel[]
  invitees: number
  link: string
}

/** Requested number of levels, larger than any site has. */
const LEVELS = 100

/**
 * Loads the first page of the invitations.
 * @param home address of the site as others open it, without a trailing slash
 */
export function loadInvitations(hub: HubRequest, home: string): Promise<RemoteData<Invitations>> {
  return remotely(async () => {
    const begun = await fetchPlatform(hub, 'distribution-statuses/initialize', {
      method: 'POST',
      body: '{}'
    })
    if (!begun.ok) throw await readProblem(begun)
    const status = (await begun.json()) as DistributionStatus
    const [levels, invitees, link] = await Promise.all([
      readPlatform<List<DistributionLevel>>(hub, `distribution-levels?limit=${LEVELS}`),
      readPlatform<List<Invitee>>(hub, 'users/me/invitees?limit=1'),
      linkOf(hub, home, status.user_id)
    ])
    return { status, levels: levels.items, invitees: invitees.count, link }
  })
}

/**
 * Returns the user's invitation link on the site's own host. It is a short link where the platform
 * provides one.
 */
async function linkOf(hub: HubRequest, home: string, userId: string): Promise<string> {
  const content = `${home}/?inviter_id=${encodeURIComponent(userId)}`
  const answer = await fetchPlatform(hub, 'shorturl', {
    method: 'POST',
    body: JSON.stringify({ content })
  }).catch(() => null)
  if (!answer?.ok) return content
  const { data } = (await answer.json()) as ShortLink
  return home + new URL(data.url).pathname
}

async function remotely<T>(load: () => Promise<T>): Promise<RemoteData<T>> {
  try {
    return { status: 'success', value: await load() }
  } catch (thrown) {
    return { status: 'error', problem: toRequestProblem(thrown) }
  }
}
