import type { APIContext } from 'astro'
import { createTimedCache } from '#client/kept.server.ts'
import { inviterOf } from '#client/visit.server.ts'
import type { InvitationResponse } from '#contract/invitation.ts'

/** The cache holds an answer for 60 seconds, since an inviter's name seldom changes. */
const keep = createTimedCache<InvitationResponse>(60)

/**
 * Loads who invited a guest, and what a new account starts with. Null for a user, without an
 * invitation, and when auth does not respond.
 */
export async function loadInvitation(
  context: Pick<APIContext, 'locals' | 'url' | 'cookies'>
): Promise<InvitationResponse | null> {
  const { hub } = context.locals
  const inviter = inviterOf(context)
  if (hub.session !== null || inviter === null) return null
  const query = new URLSearchParams({ site: hub.origin, inviter_id: inviter })
  return keep(`${hub.hosts.auth} ${query}`, async () => {
    const answer = await hub.fetch('auth', `/auth/invitation?${query}`).catch(() => null)
    return answer?.ok ? ((await answer.json()) as InvitationResponse) : null
  })
}
