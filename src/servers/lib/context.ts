import type { Base } from '#servers/lib/base.ts'
import type { OnceCalls } from '#servers/lib/once-calls.ts'
import type { Limits } from '#servers/lib/rate-limit.ts'
import type { SiteTerms } from '#servers/lib/site-terms.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import type { Sites } from '#servers/lib/sites.ts'

/** What every part is made of; tests replace any of it. */
export type Context = Base & {
  sites: Sites
  terms: SiteTerms
  limits: Limits
  /** Calls that bring a key of their own, so that each happens once. */
  calls: OnceCalls
  /** Who can be asked, with which keys. */
  keys: VendorKeys
}

/** One part: a function from a request to a response, the routes behind it, and its work beside requests. */
export type Part = {
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Ends its timers and running work. */
  stop(): Promise<void>
}

/** Who is at the other end of the line. In-process calls of the hub have the peer of the page's request. */
export type Peer = {
  /** IP address, never logged. */
  address: string
  /** Did a proxy forward this request? */
  forwarded: boolean
}

export const NOBODY: Peer = { address: '', forwarded: true }
