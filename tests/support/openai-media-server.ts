import { SAMPLES } from './files.ts'
import { PICTURE } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, code: string, message: string): Reply {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 'invalid_value', 'Invalid value: 0x0.'),
  large: refusal(413, 'request_too_large', 'The request body is too large.'),
  retired: refusal(404, 'model_not_found', 'The model gpt-image-0 does not exist.'),
  overloaded: refusal(503, 'server_error', 'The server is overloaded.'),
  hurried: refusal(
    429,
    'rate_limit_exceeded',
    'Rate limit reached on images per min. Add a payment method under settings/organization/billing.'
  ),
  failed: refusal(500, 'server_error', 'The server had an error.'),
  moderated: refusal(400, 'moderation_blocked', 'Your request was rejected by the safety system.')
}

/**
 * Starts a fake of OpenAI's API for images, speech and transcripts, which are in the response
 * itself.
 */
export function startOpenaiMediaServer(): Promise<VendorServer> {
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(401, 'invalid_api_key', 'Incorrect API key provided.'),
      empty: refusal(429, 'insufficient_quota', 'You exceeded your current quota.')
    },
    refusals: REFUSALS,
    answer({ path, plot, body, text }) {
      if (path === '/audio/transcriptions') return { body: transcript(text) }
      if (path === '/chat/completions') return { body: readAloud(body, plot) }
      if (path !== '/images/generations' && path !== '/images/edits')
        return refusal(404, 'unknown_url', 'Unknown request URL')
      const bytes = plot === 'garbage' ? Buffer.from('no image') : PICTURE
      const data = Array.from({ length: Number(body['n'] ?? 1) }, () => ({
        b64_json: bytes.toString('base64')
      }))
      const input_tokens_details = { text_tokens: 100, image_tokens: 50 }
      return { body: { data, usage: { input_tokens_details, output_tokens: 1000 } } }
    }
  })
}

/** Returns a transcript. Only one of the models returns the time of each word. */
function transcript(form: string): unknown {
  const words = [
    { word: 'Good', start: 0, end: 0.4 },
    { word: 'morning.', start: 0.5, end: 1 }
  ]
  return form.includes('whisper-1')
    ? { text: 'Good morning.', words, usage: { type: 'duration', seconds: 30 } }
    : { text: 'Good morning.' }
}

/** Returns the last message, read aloud. Each answer has 100 tokens of sound and 20 of text. */
function readAloud({ messages }: Record<string, unknown>, plot: string): unknown {
  const { content } = ([messages].flat().at(-1) ?? {}) as { content?: string }
  const said = plot === 'reworded' ? 'What would you like to know about it?' : content
  const bytes = plot === 'garbage' ? Buffer.from('no sound') : (SAMPLES['audio/mpeg'] ?? [])
  const message =
    plot === 'blocked'
      ? { refusal: 'I cannot help with that.' }
      : { refusal: null, audio: { data: Buffer.from(bytes).toString('base64'), transcript: said } }
  return {
    choices: [{ message, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: 80,
      completion_tokens: 120,
      completion_tokens_details: { audio_tokens: 100 }
    }
  }
}
