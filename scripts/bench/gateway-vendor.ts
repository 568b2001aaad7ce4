import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Number of tokens in a streamed answer, and the milliseconds from one token to the next. */
const STREAMED = { tokens: 50, every: 40 }

/** The model name that is answered token by token. Any other name is answered at once. */
export const SLOW = 'gpt-6-luna'

/**
 * Starts a model in OpenAI's format that does no work. Each token of a slow answer contains the
 * time at which it was sent, so a reader in this process can compute its delay.
 */
export async function startGatewayVendor(): Promise<{ url: string; close(): Promise<void> }> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(response, Buffer.concat(chunks).toString()))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', 1024, resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}

async function answer(response: ServerResponse, body: string): Promise<void> {
  const { model, stream } = JSON.parse(body) as { model: string; stream?: boolean }
  if (stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...ABOUT, choices: [WHOLE], usage: usageOf(3) }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (model === SLOW) {
    for (let token = 0; token < STREAMED.tokens && !response.destroyed; token++) {
      response.write(frame({ content: `<${performance.now().toFixed(2)}>` }))
      await pause(STREAMED.every)
    }
  } else response.write(frame({ content: 'The tide turns.' }))
  response.end(`${frame({}, 'stop')}data: [DONE]\n\n`)
}

const ABOUT = { id: 'bench', object: 'chat.completion', created: 0, model: 'bench' }
const WHOLE = {
  index: 0,
  message: { role: 'assistant', content: 'The tide turns.' },
  finish_reason: 'stop'
}

function usageOf(output: number): Record<string, number> {
  return { prompt_tokens: 12, completion_tokens: output, total_tokens: 12 + output }
}

function frame(delta: Record<string, string>, reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }]
  const usage = reason === null ? {} : { usage: usageOf(3) }
  const chunk = { ...ABOUT, object: 'chat.completion.chunk', choices, ...usage }
  return `data: ${JSON.stringify(chunk)}\n\n`
}
