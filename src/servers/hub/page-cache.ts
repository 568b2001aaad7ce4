import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#core/clock.ts'
import { trimPolicy } from '#servers/hub/page-policy.ts'
import type { SharedRequest } from '#servers/hub/shared-request.ts'
import { codingFor, compressBody, shrinkBrotli, type Coding } from '#servers/lib/compress.ts'

/** Bytes of all kept pages. A page has about 10 KB, compressed. */
const MOST = 32 * 1024 * 1024

/** Bytes that an entry takes beside its body. */
const AROUND = 4096

const POLICY = 'content-security-policy'

/** Headers that say something about a body, which a 304 lacks. */
const OF_BODY = ['content-type', 'content-encoding']

type KeptPage = {
  body: Uint8Array<ArrayBuffer>
  headers: readonly [string, string][]
  etag: string
  /** Tells whether the body is as small as it gets, or is being made so. */
  isSmallest: boolean
  version: string
  /** Time at which the page expires, in unix milliseconds. */
  until: number
}

export type PageCache = {
  /**
   * Responds to a guest's request with a page that is rendered once for all guests.
   * @param version changes when public pages would; a page of another version is rendered again
   * @param render returns null for a page that must not be cached, such as an incomplete one
   * @returns null if the page must be rendered for this request alone
   */
  answer(
    asked: Request,
    guest: SharedRequest,
    version: string,
    render: (request: Request) => Promise<Response | null>
  ): Promise<Response | null>
}

/**
 * Creates a cache of whole pages. It is limited in bytes, and drops the pages that were not read
 * for longest.
 * @param life maximum milliseconds for which a page is cached
 */
export function createPageCache(clock: Clock, life: number): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: MOST,
    sizeCalculation: ({ body }) => body.byteLength + AROUND
  })
  const rendering = new Map<string, Promise<KeptPage | null>>()

  async function make(
    key: string,
    version: string,
    response: Promise<Response | null>,
    coding: Coding | null
  ): Promise<KeptPage | null> {
    const until = clock.now() + life
    const found = await response
    const page = found && (await pack(found, coding, pages.peek(key)))
    if (page === null) return null
    const kept = { ...page, version, until }
    pages.set(key, kept)
    return kept
  }

  /** Makes a page smaller that is asked for again. Until then, it is sent as it is. */
  async function shrink(key: string, page: KeptPage): Promise<void> {
    page.isSmallest = true
    const body = new Uint8Array(await shrinkBrotli(page.body))
    const kept = pages.peek(key)
    if (kept?.etag === page.etag) pages.set(key, { ...kept, body })
  }

  return {
    async answer(asked, guest, version, render) {
      const coding = codingFor(asked.headers.get('accept-encoding'))
      const key = `${guest.key} ${coding ?? ''}`
      const found = pages.get(key)
      if (found?.version === version && found.until > clock.now()) {
        if (!found.isSmallest) void shrink(key, found)
        return answerWith(found, asked)
      }
      // Guests who ask at the same moment wait for one rendering.
      const turn = `${version} ${key}`
      const running =
        rendering.get(turn) ??
        make(key, version, render(guest.create()), coding).finally(() => rendering.delete(turn))
      rendering.set(turn, running)
      const made = await running
      return made === null ? null : answerWith(made, asked)
    }
  }
}

/**
 * Prepares a page for the cache. A page that did not change keeps its compressed body.
 * @returns null for redirects, failures, and pages that set a cookie
 */
async function pack(
  response: Response,
  coding: Coding | null,
  last: KeptPage | undefined
): Promise<Pick<KeptPage, 'body' | 'headers' | 'etag' | 'isSmallest'> | null> {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  const isFleeting = response.headers.get('cache-control')?.includes('no-store') === true
  if (response.status !== 200 || !isPage || isFleeting || response.headers.has('set-cookie'))
    return null
  const html = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const headers = new Headers(response.headers)
  headers.set('etag', etag)
  headers.append('vary', 'Accept-Encoding')
  const policy = headers.get(POLICY)
  if (policy !== null) headers.set(POLICY, trimPolicy(policy, html.toString()))
  if (coding !== null) headers.set('content-encoding', coding)
  const { body, isSmallest } =
    last?.etag === etag
      ? last
      : { body: new Uint8Array(await compressBody(html, coding)), isSmallest: coding !== 'br' }
  return { body, headers: [...headers], etag, isSmallest }
}

function answerWith({ body, headers, etag }: KeptPage, asked: Request): Response {
  const known = (asked.headers.get('if-none-match') ?? '').split(',').map(tag => tag.trim())
  if (known.includes(etag) || known.includes('*')) {
    const kept = headers.filter(([name]) => !OF_BODY.includes(name))
    return new Response(null, { status: 304, headers: kept })
  }
  return new Response(asked.method === 'HEAD' ? null : body, { headers: [...headers] })
}
