import type { Service } from '#core/service.ts'
import { partFor } from '#servers/dispatch.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import { cutStream } from '#servers/lib/cut-stream.ts'
import type { Meter } from '#servers/lib/meter.ts'
import { METRICS_TYPE, mayReadMetrics } from '#servers/metrics/reader.ts'

type Answer = (request: Request, peer: Peer) => Promise<Response>

/** Paths that every process answers, whatever its parts. */
const COMMON = new Set(['/healthz', '/readyz', '/openapi.json'])

/** Content types of responses that stay open. */
const STREAM = /^(text\/event-stream|application\/x-ndjson)/

/**
 * Returns the handler with a count of its requests, and with `GET /metrics` for readers that have
 * the token. Without a meter it is the handler itself.
 */
export function measureRequests(
  { meter, config }: Pick<Context, 'meter' | 'config'>,
  services: readonly Service[] | undefined,
  answer: Answer
): Answer {
  if (meter === undefined) return answer
  const token = config.metrics?.token ?? null
  return async (request, peer) => {
    const started = performance.now()
    const { method, headers } = request
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics' && method === 'GET' && token !== null)
      if (mayReadMetrics(headers.get('authorization'), token)) return report(meter)
    const response = await answer(request, peer)
    const common = COMMON.has(pathname)
    const part = common ? 'all' : partFor(method, pathname, services)
    const route = common ? pathname : meter.routeOf(request)
    const seconds = (performance.now() - started) / 1000
    meter.requestAnswered({ part, route, method, status: response.status, seconds })
    return STREAM.test(headersType(response)) ? countedStream(response, meter, part) : response
  }
}

async function report(meter: Meter): Promise<Response> {
  const headers = { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }
  return new Response(await meter.report(), { headers })
}

function headersType({ headers }: Response): string {
  return headers.get('content-type') ?? ''
}

function countedStream(response: Response, meter: Meter, part: string): Response {
  if (response.body === null) return response
  const { signal } = new AbortController()
  const body = cutStream(response.body, signal, {
    // The signal is never aborted, so no frame is added.
    lastFrame: async () => '',
    over: meter.streamOpened(part)
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
