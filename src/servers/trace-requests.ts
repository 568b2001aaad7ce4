import type { Context, Peer } from '#servers/lib/context.ts'

type Answer = (request: Request, peer: Peer) => Promise<Response>

/**
 * Returns the handler whose requests begin a trace. A trace from outside is continued only behind a
 * trusted proxy, since anybody could send the ids of others. Without a tracer it is the handler
 * itself.
 */
export function traceRequests(
  { tracer, config }: Pick<Context, 'tracer' | 'config'>,
  answer: Answer
): Answer {
  if (tracer === undefined) return answer
  return (request, peer) => {
    const { method, headers } = request
    const parent = config.trustProxy ? headers.get('traceparent') : null
    const facts = { 'http.request.method': method }
    return tracer.within({ name: method, kind: 'request', facts, parent }, async add => {
      const response = await answer(request, peer)
      add({ 'http.response.status_code': response.status })
      return response
    })
  }
}
