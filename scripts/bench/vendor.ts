import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Interval at which due tokens are sent, in milliseconds. */
const STEP = 10

export type Vendor = {
  url: string
  /** Resolves with the first tokens of the next answer. */
  begun(): Promise<void>
  /** Resolves once that many tokens of the latest answer have been sent. */
  sent(tokens: number): Promise<void>
  close(): Promise<void>
}

/**
 * Sends one text at a fixed rate: as a model in OpenAI's format under `/v1`, and as plain events
 * under `/floor/events` for the page under `/floor`.
 * @param rate tokens per second
 */
export async function startVendor(
  pieces: readonly string[],
  rate: number,
  floor: ReadonlyMap<string, string>
): Promise<Vendor> {
  let done = 0
  const waiting = new Set<{ tokens: number; resolve(): void }>()
  const whenSent = (tokens: number): Promise<void> =>
    new Promise(resolve => waiting.add({ tokens, resolve }))
  const http = createServer((request, response) => {
    const file = floor.get(request.url ?? '')
    if (file !== undefined) {
      response.writeHead(200, {
        'content-type': request.url?.endsWith('.js')
          ? 'text/javascript'
          : 'text/html; charset=utf-8'
      })
      response.end(file)
    } else void send(response, request.url === '/floor/events' ? plainFrame : modelFrame)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    begun: () => whenSent(1),
    // A short answer may be over before the caller waits for it.
    sent: async tokens => (done >= tokens ? undefined : whenSent(tokens)),
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }

  async function send(response: ServerResponse, frame: (text: string) => string): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const begun = performance.now()
    for (done = 0; done < pieces.length && !response.destroyed;) {
      await pause(STEP)
      const due = Math.min(Math.floor(((performance.now() - begun) / 1000) * rate), pieces.length)
      response.write(pieces.slice(done, due).map(frame).join(''))
      done = due
      for (const each of waiting) if (done >= each.tokens && waiting.delete(each)) each.resolve()
    }
    response.end(`${frame === modelFrame ? lastFrame() : ''}data: [DONE]\n\n`)
  }

  function lastFrame(): string {
    const usage = {
      prompt_tokens: 12,
      completion_tokens: pieces.length,
      total_tokens: pieces.length + 12
    }
    return `data: ${JSON.stringify({ ...chunk({}, 'stop'), usage })}\n\n`
  }
}

function plainFrame(text: string): string {
  return `data: ${JSON.stringify(text)}\n\n`
}

function modelFrame(content: string): string {
  return `data: ${JSON.stringify(chunk({ content }, null))}\n\n`
}

function chunk(
  delta: Record<string, string>,
  finish_reason: string | null
): Record<string, unknown> {
  return {
    id: 'bench',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason }]
  }
}
