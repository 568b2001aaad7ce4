import type { ServerResponse } from 'node:http'

export type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number }

/** Settings that a test may change between calls. */
export type AnswerSettings = {
  /**
   * The pieces of an answer, each sent in a frame, and the pieces of reasoning in mode `reasoning`.
   */
  pieces: readonly string[]
  thoughts: readonly string[]
  /** Pause between two frames, in milliseconds. */
  pause: number
  /** Number of calls per model that mode `busy` refuses before it answers. */
  busyTimes: number
  /** The Retry-After header of `busy` and `unavailable`. */
  retryAfter: string
  usage: Usage
}

/** The state of one answer, and the functions that send it. */
export type Answer = AnswerSettings & {
  body: Record<string, unknown>
  outgoing: ServerResponse
  /** Did the server itself break the connection? */
  broken: boolean
  /** Number of earlier calls for this model. */
  earlierCalls: number
  /** Sends the head if necessary, then these bytes, then pauses. */
  write(text: string | Buffer): Promise<void>
  /** Formats one SSE frame with a choice, or with none. */
  frame(choice: Record<string, unknown> | null, usage?: Usage | null): string
  /** Sends the last frames: finish reason, usage if requested, `[DONE]`. */
  finish(reason: string): Promise<void>
  refuse(status: number, error: Record<string, unknown>, headers?: Record<string, string>): void
  /** Destroys the socket, at any point of the answer. */
  breakOff(): void
}

/** All modes of answering. Real servers have shown each of them. */
export const ANSWERS = {
  /**
   * OpenAI's format: a role, the words, a finish reason, the usage in a frame of its own, `[DONE]`.
   */
  answer: plainAnswer,
  /** The answer reaches the token limit. */
  async length(call) {
    await words(call)
    await call.finish('length')
  },
  /** The hidden reasoning leaves no room for a word. */
  async no_room(call) {
    await call.finish('length')
  },
  /**
   * DeepSeek's format: comments while it waits, `reasoning_content` before words, usage in the
   * frame that finishes.
   */
  async reasoning(call) {
    await call.write(': keep-alive\n\n')
    for (const thought of call.thoughts) {
      await call.write(
        call.frame({ delta: { role: 'assistant', content: null, reasoning_content: thought } })
      )
    }
    for (const piece of call.pieces)
      await call.write(call.frame({ delta: { content: piece, reasoning_content: null } }))
    await call.write(
      call.frame(
        { delta: { content: '', reasoning_content: null }, finish_reason: 'stop' },
        call.usage
      )
    )
    call.outgoing.end('data: [DONE]\n\n')
  },
  /** Calls two tools, the second without arguments, in split pieces. */
  async calls(call) {
    const named = (index: number, name: string) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: '' }
    })
    const pieces = [
      named(0, 'weather'),
      ...['{"ci', 'ty":', '"Faro"}'].map(text => ({ index: 0, function: { arguments: text } })),
      named(1, 'now'),
      { index: 1, function: { arguments: '{}' } }
    ]
    for (const piece of pieces) await call.write(call.frame({ delta: { tool_calls: [piece] } }))
    await call.finish('tool_calls')
  },
  /** Omits the usage, although the client requested it. */
  async no_usage(call) {
    await words(call)
    await call.write(call.frame({ finish_reason: 'stop' }))
    call.outgoing.end('data: [DONE]\n\n')
  },
  /** Sends the bytes in pieces of seven, which splits frames, lines and characters. */
  async split(call) {
    const bytes = Buffer.from(
      call.pieces.map(piece => call.frame({ delta: { content: piece } })).join('')
    )
    for (let at = 0; at < bytes.length; at += 7) {
      await call.write(bytes.subarray(at, at + 7))
      await new Promise(resolve => setImmediate(resolve))
    }
    await call.finish('stop')
  },
  /** Sends some words, and breaks the connection in the middle of a frame. */
  async cut_frame(call) {
    await words(call)
    await call.write(call.frame({ delta: { content: 'never seen whole' } }).slice(0, 60))
    call.breakOff()
  },
  /** Sends all words and a clean end, but no finish reason. */
  async no_finish(call) {
    await words(call)
    call.outgoing.end()
  },
  /** Sends a frame that is not JSON, and then more frames. */
  async malformed(call) {
    await words(call)
    await call.write('data: {"choices": [{"delta": {"content": "bro\n\n')
    await call.finish('stop')
  },
  /** Sends an error in a frame after the words, as gateways do. */
  async error_frame(call) {
    await words(call)
    call.outgoing.end(
      `data: ${JSON.stringify({ error: { message: 'upstream went away', type: 'server_error', code: 502 } })}\n\n`
    )
  },
  /** Sends an error in the first frame of a response with status 200. */
  async busy_frame(call) {
    await call.write(
      `data: ${JSON.stringify({ error: { message: 'Rate limit reached', type: 'requests', code: 429 } })}\n\n`
    )
    call.outgoing.end('data: [DONE]\n\n')
  },
  /** Sends some words before the moderation stops the answer. */
  async filtered(call) {
    await words(call)
    await call.finish('content_filter')
  },
  /** Sends a refusal in the model's own words. */
  async refusal(call) {
    for (const piece of call.pieces) await call.write(call.frame({ delta: { refusal: piece } }))
    await call.finish('stop')
  },
  /** Finishes without a word. */
  async wordless(call) {
    await call.write(call.frame({ delta: { role: 'assistant', content: '' } }))
    await call.finish('stop')
  },
  /** Sends the head and one word, then nothing until the client disconnects. */
  async stalled(call) {
    await call.write(call.frame({ delta: { role: 'assistant', content: call.pieces[0] } }))
  },
  /** Sends nothing, not even a head, until the client disconnects. */
  async silent() {},
  /** Refuses `busyTimes` calls with 429 and Retry-After; then it answers. */
  async busy(call) {
    if (call.earlierCalls >= call.busyTimes) return plainAnswer(call)
    call.refuse(
      429,
      { message: 'Rate limit reached', code: 'rate_limit_exceeded' },
      { 'retry-after': call.retryAfter }
    )
  },
  async unavailable(call) {
    call.refuse(503, { message: 'The engine is overloaded' }, { 'retry-after': call.retryAfter })
  },
  /** Refuses every call with 429, since the operator's credit at the vendor is used up. */
  async no_quota(call) {
    call.refuse(429, {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota'
    })
  },
  async failed(call) {
    call.refuse(500, { message: 'The server had an error', type: 'server_error' })
  },
  /**
   * Refuses the API key and repeats it in the message, half masked or whole, as real vendors do.
   */
  async unauthorized(call) {
    call.refuse(401, {
      message: `Incorrect API key provided: ${bearer(call)}`,
      code: 'invalid_api_key'
    })
  },
  async denied(call) {
    call.refuse(403, { message: 'Your account may not use this model' })
  },
  async unknown_model(call) {
    call.refuse(404, { message: 'The model does not exist', code: 'model_not_found' })
  },
  async refused(call) {
    call.refuse(400, { message: `Invalid image in the call of ${bearer(call)}`, param: 'messages' })
  },
  async too_long(call) {
    call.refuse(400, {
      message: "This model's maximum context length is 8192 tokens",
      code: 'context_length_exceeded'
    })
  },
  async too_large(call) {
    call.outgoing.writeHead(413, { 'content-type': 'text/html' })
    call.outgoing.end('<html><h1>413 Request Entity Too Large</h1></html>')
  },
  async moderated(call) {
    call.refuse(400, { message: 'Content Exists Risk' })
  },
  async html(call) {
    call.outgoing.writeHead(200, { 'content-type': 'text/html' })
    call.outgoing.end(
      '<!doctype html><title>Welcome</title><p>Please sign in to the hotel network.</p>'
    )
  },
  async html_refusal(call) {
    call.outgoing.writeHead(400, { 'content-type': 'text/html' })
    call.outgoing.end('<html><h1>400 Bad Request</h1></html>')
  },
  async empty(call) {
    call.outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    call.outgoing.end()
  },
  async reset(call) {
    call.breakOff()
  }
} satisfies Record<string, (call: Answer) => Promise<void>>

async function plainAnswer(call: Answer): Promise<void> {
  await words(call)
  await call.finish('stop')
}

async function words(call: Answer): Promise<void> {
  await call.write(call.frame({ delta: { role: 'assistant', content: '', refusal: null } }))
  for (const piece of call.pieces) await call.write(call.frame({ delta: { content: piece } }))
}

function bearer(call: Answer): string {
  return String(call.outgoing.req.headers.authorization)
}
