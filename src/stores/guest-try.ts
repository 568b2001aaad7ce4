import { pageHub } from '#client/page-hub.ts'
import { requestGuestClaim, requestGuestCredential } from '#client/guest.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { $guest } from '#stores/guest-token.ts'
import { withUserToken } from '#stores/renewal.ts'

/**
 * Gets a credential for a guest who tries something. The first credential serves chat and all
 * tools.
 * @param group the chat group or the tool
 * @param service catalogue id of the service
 * @returns null, or why there is none
 */
export async function startGuestTrial(group: string, service: string): Promise<Problem | null> {
  if ($guest.get() !== null) return null
  try {
    const { token, expires_at } = await requestGuestCredential(service)
    $guest.set({ token, ends: Date.parse(expires_at), group, work: null })
    return null
  } catch (thrown) {
    return toProblem(thrown)
  }
}

/**
 * Moves what the user made as a guest to their account. Afterwards the guest's data is removed from
 * this browser, unless the server could not be asked.
 * @returns the chat group or tool that the guest used, with their conversations; null for nothing
 */
export async function claimGuestTrial(): Promise<{
  group: string
  conversations: string[]
} | null> {
  const guest = $guest.get()
  if (guest === null || pageHub().user === null) return null
  const conversations = await withUserToken(access => requestGuestClaim(access, guest.token)).then(
    claimed => claimed.conversations,
    (thrown: unknown) => leftOver(toProblem(thrown))
  )
  if (conversations === null) return null
  $guest.set(null)
  return { group: guest.group, conversations }
}

/**
 * Returns no conversations if the server does not know the guest; null to try again on the next
 * page.
 */
function leftOver({ code }: Problem): string[] | null {
  return code === 'not_found' || code === 'bad_request' ? [] : null
}
