import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context as SpanContext,
  type Span
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider
} from '@opentelemetry/sdk-trace'
import { Problem } from '#core/problem.ts'
import type { Config } from '#servers/config.ts'
import { VERSION } from '#servers/lib/presence.ts'
import type { Tracer } from '#servers/lib/tracer.ts'

/** Milliseconds that a stop waits for the collector. */
const PATIENCE = 3000

const KINDS = { request: SpanKind.SERVER, run: SpanKind.INTERNAL, call: SpanKind.CLIENT }

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The work that runs now. Only a request has a name that may change. */
type Active = { span: Span; method: string | null }

/** Creates the tracer, which sends traces to the operator's collector in the background. */
export function createTracer({
  url,
  headers,
  service,
  ratio
}: NonNullable<Config['traces']>): Tracer {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })]
  })
  const tracer = provider.getTracer('polymuse', VERSION)
  const active = new AsyncLocalStorage<Active>()

  const around = (parent: string | null | undefined): SpanContext => {
    if (parent !== undefined) return contextOf(parent ?? '')
    const span = active.getStore()?.span
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span)
  }
  return {
    within({ name, kind, facts = {}, parent }, work) {
      const options = { kind: KINDS[kind], attributes: { ...facts } }
      const span = tracer.startSpan(name, options, around(parent))
      const store = { span, method: kind === 'request' ? name : null }
      return active.run(store, async () => {
        try {
          return await work(more => void span.setAttributes({ ...more }))
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
          throw error
        } finally {
          span.end()
        }
      })
    },
    nameRequest(pattern) {
      const store = active.getStore()
      if (store === undefined || store.method === null) return
      store.span.updateName(`${store.method} ${pattern}`)
      store.span.setAttribute('http.route', pattern)
      store.method = null
    },
    current() {
      const span = active.getStore()?.span
      if (span === undefined) return null
      const { traceId, spanId, traceFlags } = span.spanContext()
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    },
    async stop() {
      const patience = new Promise(resolve => setTimeout(resolve, PATIENCE).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), patience])
    }
  }
}

/** Returns the context of another server's span, or an empty one for anything else. */
function contextOf(parent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = PARENT.exec(parent) ?? []
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

/** Names a failure without its message, which may repeat what a user wrote. */
function kindOf(error: unknown): string {
  if (error instanceof Problem) return error.code
  return error instanceof Error ? error.name : 'unknown'
}
