import type { HubInfo } from '#client/hub.ts'

/** Stands for all loopback hosts of a deployment and is no address anyone can open. */
const PLACEHOLDER = /^http:\/\/localhost-/

/** Where anyone reads what is shared under an id. */
export function shareAddress({ origin, hosts }: Pick<HubInfo, 'origin' | 'hosts'>, id: string): string {
  return `${PLACEHOLDER.test(origin) ? hosts.hub : origin}/share/${id}`
}
