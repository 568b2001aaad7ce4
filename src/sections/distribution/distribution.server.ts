import type { HubRequest } from '#client/hub.ts'
import { askPlatform, readPlatform } from '#client/page.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { DistributionHistory, DistributionLevel, DistributionStatus } from '#contract/distribution.ts'
import type { ShortLink } from '#contract/short-link.ts'
import type { Invitee } from '#contract/user.ts'
import type { Remote } from '#core/remote.ts'

type List<T> = { items: T[]; count: number }

/** Where somebody stands who invites others: their sums, what each level brings, how many came, the link that they send. */
export type Invitations = { status: DistributionStatus; levels: readonly DistributionLevel[]; invitees: number; link: string }

/** More levels than anybody has. */
const LEVELS = 100

/**
 * What the first page of invitations shows.
 * @param home address of the site as others open it, without a trailing slash
 */
export function loadInvitations(hub: HubRequest, home: string): Promise<Remote<Invitations>> {
  return remotely(async () => {
    const begun = await askPlatform(hub, 'distribution-statuses/initialize', { method: 'POST', body: '{}' })
    if (!begun.ok) throw await problemOf(begun)
    const status = (await begun.json()) as DistributionStatus
    const [levels, invitees, link] = await Promise.all([
      readPlatform<List<DistributionLevel>>(hub, `distribution-levels?limit=${LEVELS}`),
      readPlatform<List<Invitee>>(hub, 'users/me/invitees?limit=1'),
      linkOf(hub, home, status.user_id)
    ])
    return { status, levels: levels.items, invitees: invitees.count, link }
  })
}

/** One page of what inviting brought. @param page from 1 */
export function loadEarnings(hub: HubRequest, page: number, size: number): Promise<Remote<List<DistributionHistory>>> {
  return remotely(() => readPlatform(hub, `distribution-histories?${rangeOf(page, size)}`))
}

/** One page of who came by the person's invitation. @param page from 1 */
export function loadInvitees(hub: HubRequest, page: number, size: number): Promise<Remote<List<Invitee>>> {
  return remotely(() => readPlatform(hub, `users/me/invitees?${rangeOf(page, size)}`))
}

/** A person's own link, short where one can be had, at the site's own host either way. */
async function linkOf(hub: HubRequest, home: string, userId: string): Promise<string> {
  const content = `${home}/?inviter_id=${encodeURIComponent(userId)}`
  const answer = await askPlatform(hub, 'shorturl', { method: 'POST', body: JSON.stringify({ content }) }).catch(() => null)
  if (!answer?.ok) return content
  const { data } = (await answer.json()) as ShortLink
  return home + new URL(data.url).pathname
}

function rangeOf(page: number, size: number): URLSearchParams {
  return new URLSearchParams({ limit: String(size), offset: String((page - 1) * size) })
}

async function remotely<T>(load: () => Promise<T>): Promise<Remote<T>> {
  try {
    return { status: 'success', value: await load() }
  } catch (thrown) {
    return { status: 'error', problem: unreachable(thrown) }
  }
}
