import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string }
type Attribute = { key: string; value: Value }
type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        attributes: Attribute[]
        status: { code?: number; message?: string }
      }[]
    }[]
  }[]
}

/** A span that the collector got. `parent` is the id of its parent; empty for none. */
export type CollectedSpan = {
  name: string
  trace: string
  id: string
  parent: string
  facts: Record<string, string>
  failure: string
}

/** A server that plays a collector of OpenTelemetry. */
export type Collector = {
  url: string
  spans: CollectedSpan[]
  /** The value of the header `x-key` in each request. */
  keys: unknown[]
  /** Everything that it got, as text. */
  text(): string
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const [spans, keys, bodies]: [CollectedSpan[], unknown[], Body[]] = [[], [], []]
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body
    keys.push(request.headers['x-key'])
    bodies.push(body)
    for (const { scopeSpans, resource } of body.resourceSpans)
      for (const span of scopeSpans.flatMap(scope => scope.spans))
        spans.push({
          name: span.name,
          trace: span.traceId,
          id: span.spanId,
          parent: span.parentSpanId ?? '',
          facts: factsOf([...resource.attributes, ...span.attributes]),
          failure: span.status.message ?? ''
        })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    keys,
    text: () => JSON.stringify(bodies),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

function factsOf(attributes: readonly Attribute[]): Record<string, string> {
  const pairs = attributes.map(({ key, value }) => [
    key,
    String(value.stringValue ?? value.intValue)
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}
