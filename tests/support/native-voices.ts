/** Formats the pieces of an answer in the protocol of one vendor, as text of its event stream. */
export type Voice = {
  begin(): string
  text(piece: string): string
  thought(piece: string): string
  call(name: string, input: object): string
  end(reason: 'stop' | 'length' | 'filtered' | 'calls'): string
  /** Formats an error in the middle of a stream. */
  broken(): string
  /** Returns the body of a refusal with this status. */
  error(status: number, message: string): object
}

/** Anthropic's Messages API, as its documentation of streaming describes it. */
export function anthropicVoice(): Voice {
  let index = -1
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  const block = (content_block: object, delta: object): string => {
    index++
    return (
      event('content_block_start', { index, content_block }) +
      event('content_block_delta', { index, delta }) +
      event('content_block_stop', { index })
    )
  }
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    500: 'api_error',
    529: 'overloaded_error'
  }
  const reasons = {
    stop: 'end_turn',
    length: 'max_tokens',
    filtered: 'refusal',
    calls: 'tool_use'
  } as const
  return {
    begin: () =>
      event('message_start', {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'test',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 12, output_tokens: 1 }
        }
      }),
    text: text => block({ type: 'text', text: '' }, { type: 'text_delta', text }),
    thought: thinking =>
      block(
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking }
      ),
    call: (name, input) =>
      block(
        { type: 'tool_use', id: `toolu_${name}`, name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) }
      ),
    end: reason =>
      event('message_delta', {
        delta: { stop_reason: reasons[reason], stop_sequence: null },
        usage: { output_tokens: 34 }
      }) + event('message_stop', {}),
    broken: () => event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    error: (status, message) => ({
      type: 'error',
      error: { type: types[status] ?? 'api_error', message }
    })
  }
}

/** Google's `streamGenerateContent`, as the API's reference describes it. */
export function geminiVoice(): Voice {
  const frame = (value: object): string => `data: ${JSON.stringify(value)}\r\n\r\n`
  const part = (value: object): string =>
    frame({ candidates: [{ content: { role: 'model', parts: [value] }, index: 0 }] })
  const reasons = { stop: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY', calls: 'STOP' } as const
  return {
    begin: () => '',
    text: text => part({ text }),
    thought: text => part({ text, thought: true }),
    call: (name, args) => part({ functionCall: { name, args } }),
    end: reason =>
      frame({
        candidates: [{ finishReason: reasons[reason], index: 0 }],
        usageMetadata: {
          promptTokenCount: 12,
          candidatesTokenCount: 30,
          thoughtsTokenCount: 4,
          totalTokenCount: 46
        }
      }),
    broken: () => frame({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
    error: (code, message) => ({ error: { code, message, status: 'FAILED' } })
  }
}
