import type { HubInfo } from '#client/hub.ts'

/** The element of a page that contains its {@link HubInfo} as JSON. */
export const PAGE_HUB_ID = 'page-hub'

let bound: HubInfo | null = null

/**
 * Returns the hub of this page: its origins, its language and its user. Code in the browser reads
 * it here, so that it is not a parameter of every function.
 * @throws Error on the server, where each request has a hub of its own
 */
export function pageHub(): HubInfo {
  bound ??= readHub()
  return bound
}

/** Replaces the page's hub, for tests. */
export function bindHub(hub: HubInfo): void {
  bound = hub
}

function readHub(): HubInfo {
  return JSON.parse(document.getElementById(PAGE_HUB_ID)?.textContent ?? '') as HubInfo
}
