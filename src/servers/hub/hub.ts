import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { HubMount, ServerFetch } from '#client/hub.ts'
import { splitPath } from '#i18n/locale.ts'
import type { IslandFiles } from '#servers/hub/island-files.ts'
import { sharedRequest } from '#servers/hub/shared-request.ts'
import { createPageCache } from '#servers/hub/page-cache.ts'
import { findPagePlace, type PagePlace } from '#servers/hub/place.ts'
import type { Context, ServerPart, Peer } from '#servers/lib/context.ts'
import { withParent } from '#servers/lib/tracer.ts'
import { withWholeForm } from '#servers/lib/whole-form.ts'
import { createContentVersion } from '#servers/lib/shown-version.ts'

/** The export of the built site: Astro's app, which renders a page for a request. */
type Site = {
  /** Returns the route of a page, such as `/[service]`. */
  match(request: Request): { route: string } | undefined
  render(
    request: Request,
    options: { locals: object; addCookieHeader: boolean; clientAddress: string }
  ): Promise<Response>
}

/** The parts that this process mounts beside the hub, by name. */
type Siblings = Partial<Record<'platform' | 'auth' | 'api', ServerPart>>

/** The server entry that `npm run build` writes. */
const ENTRY = new URL('../../../dist/server/entry.mjs', import.meta.url)

/** The lists of the islands' scripts, which the same build writes. */
const ISLAND_FILES = new URL('../../../dist/islands.json', import.meta.url)

/**
 * Maximum milliseconds for which a page is cached. Exchange rates change without a new version, so
 * `together` is limited too. `apart` applies if the platform or the API runs in another process,
 * which may have a cache of some seconds itself.
 */
const LIFE = { together: 600_000, apart: 10_000 }

/** The version that is used while the database cannot be read. */
const UNKNOWN = ''

/** Mounts the Astro site as a part. @throws Error when the site is not built */
export async function createHub(context: Context, siblings: Siblings): Promise<ServerPart> {
  if (!existsSync(ENTRY))
    throw new Error('the site is not built yet: run `npm run build`, or `npm start`, which does it')
  const { app } = (await import(ENTRY.href)) as { app: Site }
  const islandFiles = JSON.parse(await readFile(ISLAND_FILES, 'utf8')) as IslandFiles
  const together = siblings.platform !== undefined && siblings.api !== undefined
  const pages = createPageCache(context.clock, together ? LIFE.together : LIFE.apart)
  const shownVersion = createContentVersion(context)

  const unknownVersion = (error: unknown): string => {
    context.log.error({ err: error }, 'pages are rendered one by one: their version is unknown')
    return UNKNOWN
  }
  const render = (request: Request, mount: HubMount, peer?: Peer): Promise<Response> =>
    app.render(request, {
      locals: { mount },
      addCookieHeader: true,
      clientAddress: peer?.address ?? ''
    })

  /**
   * Renders a page for all guests. Null where it fails or a part does not answer, since a reload may
   * mend it.
   */
  async function renderShared(request: Request, mount: HubMount): Promise<Response | null> {
    const [watched, isWhole] = watchCalls(mount)
    try {
      const page = await render(request, watched)
      // The body is read before the check, since components may still call other parts while it
      // streams.
      const html = await page.arrayBuffer()
      return isWhole() ? new Response(html, page) : null
    } catch {
      return null
    }
  }

  return {
    async fetch(request, peer) {
      noteRoute(context, app, request)
      const version = await shownVersion().catch(unknownVersion)
      const mount = await createHubMount(context, siblings, new URL(request.url), {
        peer,
        version,
        islandFiles
      })
      if (mount === null) return misdirectedResponse()
      const guest = version === UNKNOWN ? null : sharedRequest(request)
      const page =
        guest &&
        (await pages.answer(request, guest, version, shared => renderShared(shared, mount)))
      return page ?? render(request, mount, peer)
    },
    drain: async () => undefined,
    stop: async () => undefined
  }
}

/**
 * Tells metrics and traces the pattern of a page's route, which is the same in each language. It is
 * looked up only for them.
 */
function noteRoute({ meter, tracer }: Context, app: Site, request: Request): void {
  if (meter === undefined && tracer === undefined) return
  const url = new URL(request.url)
  url.pathname = splitPath(url.pathname).path
  const route = app.match(new Request(url))?.route ?? 'none'
  meter?.noteRoute(request, route)
  tracer?.nameRequest(route)
}

/**
 * Builds what pages get with a request: its site and hosts, and access to the other parts. Null for
 * a foreign host.
 */
export async function createHubMount(
  context: Context,
  siblings: Siblings,
  url: URL,
  {
    peer,
    version,
    islandFiles = {}
  }: { peer: Peer | undefined; version: string; islandFiles?: IslandFiles }
): Promise<HubMount | null> {
  const place = await findPagePlace(context, url)
  if (place === null) return null
  const report = (error: unknown): string => {
    const trace = randomUUID()
    context.log.error({ err: error, trace, page: url.pathname }, 'page failed')
    return trace
  }
  const { seal, open } = context.secrets
  return {
    ...place,
    version,
    islandFiles,
    fetch: serverFetch(context, siblings, place, peer),
    report,
    seal,
    open
  }
}

/**
 * Returns the mount with watched calls, and a function that tells whether all of them have
 * succeeded.
 */
function watchCalls(mount: HubMount): [watched: HubMount, isWhole: () => boolean] {
  let whole = true
  const fetch: ServerFetch = async (...call) => {
    const answer = await mount.fetch(...call).catch((error: unknown) => {
      whole = false
      throw error
    })
    whole &&= answer.ok
    return answer
  }
  return [{ ...mount, fetch }, () => whole]
}

/** Returns the response for a host that is not ours. It does not reveal whose machine this is. */
export function misdirectedResponse(): Response {
  return new Response('421 Misdirected Request\n', {
    status: 421,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  })
}

function serverFetch(
  context: Context,
  siblings: Siblings,
  { hosts }: PagePlace,
  peer: Peer | undefined
): ServerFetch {
  return async (part, path, init) => {
    const request = new Request(new URL(path, hosts[part]), await withWholeForm(init))
    const sibling = part === 'hub' ? undefined : siblings[part]
    if (sibling !== undefined) return sibling.fetch(request, peer)
    const { tracer } = context
    return context.fetch(request, tracer && withParent(tracer, request))
  }
}
