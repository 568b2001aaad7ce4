import type { Clock } from '#core/clock.ts'
import type { Config } from '#servers/config.ts'
import type { Blobs } from '#servers/lib/blobs.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { Log } from '#servers/lib/log.ts'
import type { OnceCalls } from '#servers/lib/once-calls.ts'
import type { Limits } from '#servers/lib/rate-limit.ts'
import type { Secrets } from '#servers/lib/secrets.ts'
import type { SiteTerms } from '#servers/lib/site-terms.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import type { Sites } from '#servers/lib/sites.ts'

/** What every part is made of; tests replace any of it. */
export type Context = {
  config: Config
  database: Database
  blobs: Blobs
  clock: Clock
  log: Log
  secrets: Secrets
  sites: Sites
  terms: SiteTerms
  limits: Limits
  /** Calls that bring a key of their own, so that each happens once. */
  calls: OnceCalls
  /** Who can be asked, with which keys. */
  keys: VendorKeys
  /** Out to what the operator configured. What came from outside goes through `egress`. */
  fetch: Fetch
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
