import type { BrowserContext, Page } from 'playwright/test'

/** The events of a window and its pages that tell of requests. */
type Watched = Pick<BrowserContext, 'on' | 'pages'>

/**
 * Collects the addresses that a window asks for at any other place than one studio: pages, files,
 * frames, fetches, beacons, event streams, and web sockets.
 * @param own the address of the studio
 * @returns a list that grows while the window is used
 */
export function watchForeignRequests(context: Watched, own: string): string[] {
  const foreign: string[] = []
  const note = (address: string): void => {
    if (!isOwnAddress(address, own)) foreign.push(address)
  }
  const watchSockets = (page: Page): void => {
    page.on('websocket', socket => note(socket.url()))
  }
  context.on('request', request => note(request.url()))
  for (const page of context.pages()) watchSockets(page)
  context.on('page', watchSockets)
  return foreign
}

/** Tells whether an address is the studio's, or leads to no server at all. */
export function isOwnAddress(address: string, own: string): boolean {
  const url = new URL(address)
  if (url.protocol === 'data:' || url.protocol === 'about:') return true
  // The address of a blob contains the origin of the page that made it.
  if (url.protocol === 'blob:') return url.origin === own
  return url.href.replace(/^ws/, 'http').startsWith(`${own}/`)
}
