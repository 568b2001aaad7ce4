import type { BaseContext } from '#servers/lib/base.ts'
import type { IdempotentCalls } from '#servers/lib/once-calls.ts'
import type { ModelFile } from '#servers/lib/model-file.ts'
import type { ModelLists } from '#servers/lib/model-lists.ts'
import type { OwnServices } from '#servers/lib/own-services.ts'
import type { RateLimits } from '#servers/lib/rate-limit.ts'
import type { SiteTerms } from '#servers/lib/site-terms.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import type { Sites } from '#servers/lib/sites.ts'

/** Dependencies of every part; tests replace any of them. */
export type Context = BaseContext & {
  sites: Sites
  terms: SiteTerms
  limits: RateLimits
  /** Runs calls with an idempotency key once each. */
  calls: IdempotentCalls
  /** The vendors' API keys. */
  keys: VendorKeys
  /** The services that operators made from schemas of vendors. */
  ownServices: OwnServices
  /** The operator's file of chat models. */
  modelFile: ModelFile
  /** The models that the operator's own servers list. */
  modelLists: ModelLists
}

/** One part: a function from a request to a response, together with its background work. */
export type ServerPart = {
  fetch(request: Request, peer?: Peer): Promise<Response>
  /**
   * Begins no more work in the background, and waits for the work that has begun. Streams that never
   * end are ended: their readers go on at another process. It still answers requests.
   */
  drain(): Promise<void>
  /** Ends its timers and running work. */
  stop(): Promise<void>
}

/**
 * The client that sent a request. If the hub calls another part in the same process, it is the
 * client of the page request.
 */
export type Peer = {
  /** IP address, never logged. */
  address: string
  /** True when a proxy forwarded this request. */
  forwarded: boolean
}

export const UNKNOWN_PEER: Peer = { address: '', forwarded: true }
