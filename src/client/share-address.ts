import type { HubInfo } from '#client/hub.ts'
import { isPlaceholder } from '#core/placeholder.ts'

/** Where anyone reads what is shared under an id. */
export function shareAddress({ origin, hosts }: Pick<HubInfo, 'origin' | 'hosts'>, id: string): string {
  return `${isPlaceholder(origin) ? hosts.hub : origin}/share/${id}`
}
