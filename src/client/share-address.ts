import type { HubInfo } from '#client/hub.ts'
import { isPlaceholderOrigin } from '#core/placeholder.ts'

/** Returns the public address of a share. */
export function shareAddress(
  { origin, hosts }: Pick<HubInfo, 'origin' | 'hosts'>,
  id: string
): string {
  return `${isPlaceholderOrigin(origin) ? hosts.hub : origin}/share/${id}`
}
