import type { Fetch } from '#servers/lib/egress.ts'

type SpanFacts = Readonly<Record<string, string | number>>

/** A piece of work in a trace. Its name and facts never contain what a user wrote. */
type TracedWork = {
  name: string
  kind: 'request' | 'run' | 'call'
  facts?: SpanFacts
  /**
   * The `traceparent` of the work that caused it; null begins a trace. By default, the work around
   * it caused it.
   */
  parent?: string | null
}

/** Records traces. Without a collector there is no tracer, and nothing is recorded. */
export type Tracer = {
  /** Does some work as a part of a trace. @param work gets a function that adds facts */
  within<T>(traced: TracedWork, work: (add: (facts: SpanFacts) => void) => Promise<T>): Promise<T>
  /** Names the request that this code answers by the pattern of its route. The first name stays. */
  nameRequest(pattern: string): void
  /** Returns the `traceparent` of the work that this code is a part of; null outside of a trace. */
  current(): string | null
  /** Sends what is left. */
  stop(): Promise<void>
}

/**
 * Vendors whose servers belong to the operator. Only they get the ids of our traces: other vendors
 * could connect the calls of one user by them.
 */
const OWN_SERVERS = new Set(['ollama', 'llama', 'a1111', 'comfyui'])

/** Does some work as a part of a trace, if there is a tracer. */
export function traceWork<T>(
  tracer: Tracer | undefined,
  traced: () => TracedWork,
  work: () => Promise<T>
): Promise<T> {
  return tracer === undefined ? work() : tracer.within(traced(), work)
}

/** Returns a fetch whose calls to a vendor are parts of a trace, if there is a tracer. */
export function tracedFetch(tracer: Tracer | undefined, vendor: string, fetch: Fetch): Fetch {
  if (tracer === undefined) return fetch
  return (input, init) => {
    const request = input instanceof Request ? input : null
    const method = init?.method ?? request?.method ?? 'GET'
    const { hostname } = new URL(request?.url ?? String(input))
    const facts = {
      'http.request.method': method,
      'server.address': hostname,
      'polymuse.vendor': vendor
    }
    return tracer.within({ name: `${method} ${vendor}`, kind: 'call', facts }, async add => {
      const response = await fetch(
        input,
        OWN_SERVERS.has(vendor) ? withParent(tracer, request, init) : init
      )
      add({ 'http.response.status_code': response.status })
      return response
    })
  }
}

/** Returns the options of a call with the header that continues our trace at another server. */
export function withParent(
  tracer: Tracer,
  request: Request | null,
  init: RequestInit = {}
): RequestInit {
  const parent = tracer.current()
  if (parent === null) return init
  const headers = new Headers(init.headers ?? request?.headers)
  headers.set('traceparent', parent)
  return { ...init, headers }
}
