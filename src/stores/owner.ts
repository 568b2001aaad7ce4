import type { HubInfo } from '#client/hub.ts'
import { createPersistedAtom, resetAll } from '#stores/persisted.ts'
import { $token } from '#stores/token.ts'

/** The id of the user who owns everything saved in this browser; null while it is a guest's. */
export const $owner = createPersistedAtom<string | null>('owner', null, saved =>
  typeof saved === 'string' ? saved : null
)

/**
 * Called when a page starts. Removes what another user left. What a guest typed stays and becomes
 * the property of the user who signs in. A token without an owner counts as another user's.
 */
export function settleOwner({ user }: Pick<HubInfo, 'user'>): void {
  const id = user?.id ?? null
  const left = $owner.get() ?? (id === null && $token.get() !== null ? '' : null)
  if (left !== null && left !== id) resetAll()
  if (id !== null && $owner.get() !== id) $owner.set(id)
}
