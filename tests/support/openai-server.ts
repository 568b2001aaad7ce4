import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ANSWERS, type Answer, type AnswerSettings, type Usage } from './openai-answers.ts'

/** A mode of answering, described in `openai-answers.ts`. */
type Mode = keyof typeof ANSWERS

export type OpenaiRequest = {
  path: string
  headers: IncomingHttpHeaders
  /** The parsed JSON body. */
  body: { model: string; messages: readonly unknown[] } & Record<string, unknown>
  mode: Mode
  /** Resolves when the connection ends: `left` if the client disconnected first. */
  ended: Promise<'finished' | 'left'>
  /** Number of frames written so far. */
  written: number
}

export type OpenaiSettings = AnswerSettings & {
  /** The mode for models whose name chooses none. */
  mode: Mode
  /**
   * Modes by API key, for all calls with that key. A key with the mode `unauthorized` does not get
   * the list of models either.
   */
  keys: Record<string, Mode>
  /** The names in the server's list of models. */
  models: string[]
}

export type OpenaiServer = OpenaiSettings & {
  /** The base URL, ending in `/v1`. */
  url: string
  /** All requests, the oldest first. */
  requests: OpenaiRequest[]
  /**
   * Answers stop after that many frames until `release`, so that a test has time to look at them.
   */
  hold(frames: number): void
  release(): void
  /** Ends all connections and stops listening. */
  close(): Promise<void>
}

const DEFAULTS: OpenaiSettings = {
  mode: 'answer',
  keys: {},
  models: ['gpt-6-sol'],
  pieces: ['Grüße', ' aus', ' dem ', '**Test**', ': 你好', ', мир', ' 🎉', '.'],
  thoughts: ['The person', ' greets', ' me.'],
  pause: 0,
  busyTimes: Number.POSITIVE_INFINITY,
  retryAfter: '2',
  usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 }
}

/**
 * Starts a fake vendor with OpenAI's streaming chat completions on a free port of 127.0.0.1. It can
 * also misbehave: a request for the model `test/<mode>` selects a mode (`test/cut_frame`). Other
 * models use the server's `mode`.
 */
export async function startOpenaiServer(
  settings: Partial<OpenaiSettings> = {}
): Promise<OpenaiServer> {
  const calls = new Map<string, number>()
  let held: { frames: number; released: Promise<void>; release(): void } | null = null
  const http = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))

  const server: OpenaiServer = {
    ...DEFAULTS,
    ...settings,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests: [],
    hold(frames) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held ??= { frames, released: promise, release: resolve }
    },
    release() {
      held?.release()
      held = null
    },
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
  return server

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readJson(incoming)
    const key = incoming.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const mode = server.keys[key] ?? modeOf(body.model) ?? server.mode
    const { promise: ended, resolve: end } = Promise.withResolvers<'finished' | 'left'>()
    outgoing.once('close', () => end(outgoing.writableEnded || call.broken ? 'finished' : 'left'))
    const request: OpenaiRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
      mode,
      ended,
      written: 0
    }
    server.requests.push(request)

    const call: Answer = {
      ...server,
      body,
      outgoing,
      broken: false,
      write,
      frame,
      finish,
      refuse,
      breakOff,
      earlierCalls: countCall(body.model)
    }
    if (incoming.method === 'GET' && incoming.url === '/v1/models' && mode !== 'unauthorized')
      return listModels(outgoing, server.models)
    if (mode === 'unauthorized' && incoming.url === '/v1/models')
      return void (await ANSWERS.unauthorized(call))
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions')
      return refuse(404, { message: 'no such route' })
    await ANSWERS[mode](call)

    async function write(text: string | Buffer): Promise<void> {
      if (!outgoing.headersSent)
        outgoing.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-cache'
        })
      if (outgoing.destroyed) return
      await new Promise<void>(resolve => outgoing.write(text, () => resolve()))
      if (server.pause > 0) await pause(server.pause)
      request.written++
      if (held !== null && request.written >= held.frames) await held.released
    }

    function frame(choice: Record<string, unknown> | null, usage: Usage | null = null): string {
      const choices =
        choice === null
          ? []
          : [{ index: 0, delta: {}, logprobs: null, finish_reason: null, ...choice }]
      const chunk = {
        id: 'chatcmpl-test',
        object: 'chat.completion.chunk',
        created: 1_790_000_000,
        model: body.model,
        choices,
        usage
      }
      return `data: ${JSON.stringify(chunk)}\n\n`
    }

    async function finish(reason: string): Promise<void> {
      await write(frame({ finish_reason: reason }))
      if (Reflect.get(Object(body.stream_options), 'include_usage') === true)
        await write(frame(null, server.usage))
      outgoing.end('data: [DONE]\n\n')
    }

    function refuse(
      status: number,
      error: Record<string, unknown>,
      headers: Record<string, string> = {}
    ): void {
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(
        JSON.stringify({
          error: { type: 'invalid_request_error', param: null, code: null, ...error }
        })
      )
    }

    function breakOff(): void {
      call.broken = true
      incoming.socket.destroy()
    }
  }

  /** @returns the number of earlier calls for the model */
  function countCall(model: string): number {
    const count = calls.get(model) ?? 0
    calls.set(model, count + 1)
    return count
  }
}

function listModels(outgoing: ServerResponse, models: readonly string[]): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(
    JSON.stringify({ object: 'list', data: models.map(id => ({ id, object: 'model' })) })
  )
}

function modeOf(model: string): Mode | undefined {
  const name = model.split('/').at(-1) ?? ''
  return Object.hasOwn(ANSWERS, name) ? (name as Mode) : undefined
}

async function readJson(incoming: IncomingMessage): Promise<OpenaiRequest['body']> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  // Only tests send these requests, so an invalid body may throw here.
  return {
    model: '',
    messages: [],
    ...(JSON.parse(Buffer.concat(chunks).toString() || '{}') as object)
  }
}
