import type { HubInfo } from '#client/hub.ts'
import { persisted, resetAll } from '#stores/persisted.ts'
import { $token } from '#stores/token.ts'

/** The id of the person to whom everything kept in this browser belongs; null while it is a guest's. */
export const $owner = persisted<string | null>('owner', null, saved => (typeof saved === 'string' ? saved : null))

/**
 * Called when a page begins. What somebody else left is removed; what a guest typed stays and becomes theirs who sign in.
 * A token without an owner is somebody's too.
 */
export function settleOwner({ user }: Pick<HubInfo, 'user'>): void {
  const id = user?.id ?? null
  const left = $owner.get() ?? (id === null && $token.get() !== null ? '' : null)
  if (left !== null && left !== id) resetAll()
  if (id !== null && $owner.get() !== id) $owner.set(id)
}
