import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { HubMount, ServerFetch } from '#client/hub.ts'
import { findPagePlace, type Place } from '#servers/hub/place.ts'
import type { Context, Part, Peer } from '#servers/lib/context.ts'

/** The export of the built site: Astro's app, which renders a page for a request. */
type Site = {
  render(
    request: Request,
    options: { locals: object; addCookieHeader: boolean; clientAddress: string }
  ): Promise<Response>
}

/** The parts that this process mounts beside the hub, by name. */
type Siblings = Partial<Record<'platform' | 'auth' | 'api', Part>>

/** The server entry that `npm run build` writes. */
const ENTRY = new URL('../../../dist/server/entry.mjs', import.meta.url)

/** Mounts the Astro site as a part. @throws Error when the site is not built */
export async function createHub(context: Context, siblings: Siblings): Promise<Part> {
  if (!existsSync(ENTRY))
    throw new Error('the site is not built yet: run `npm run build`, or `npm start`, which does it')
  const { app } = (await import(ENTRY.href)) as { app: Site }
  return {
    async fetch(request, peer) {
      const mount = await mountFor(context, siblings, new URL(request.url), peer)
      if (mount === null) return misdirected()
      return app.render(request, {
        locals: { mount },
        addCookieHeader: true,
        clientAddress: peer?.address ?? ''
      })
    },
    stop: async () => undefined
  }
}

/**
 * Builds what pages get with a request: its site and hosts, and access to the other parts. Null for
 * a foreign host.
 */
export async function mountFor(
  context: Context,
  siblings: Siblings,
  url: URL,
  peer: Peer | undefined
): Promise<HubMount | null> {
  const place = await findPagePlace(context, url)
  if (place === null) return null
  const report = (error: unknown): string => {
    const trace = randomUUID()
    context.log.error({ err: error, trace, page: url.pathname }, 'page failed')
    return trace
  }
  const { seal, open } = context.secrets
  return { ...place, fetch: serverFetch(context, siblings, place, peer), report, seal, open }
}

/** The response for a host that is not ours. It does not reveal whose machine this is. */
export function misdirected(): Response {
  return new Response('421 Misdirected Request\n', {
    status: 421,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  })
}

function serverFetch(
  context: Context,
  siblings: Siblings,
  { hosts }: Place,
  peer: Peer | undefined
): ServerFetch {
  return (part, path, init) => {
    const request = new Request(new URL(path, hosts[part]), init)
    const sibling = part === 'hub' ? undefined : siblings[part]
    return sibling === undefined ? context.fetch(request) : sibling.fetch(request, peer)
  }
}
