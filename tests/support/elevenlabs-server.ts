import { SAMPLES } from './files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, code: string, message: string): Reply {
  return { status, body: { detail: { status: code, message } } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(422, 'invalid_parameters', 'The length must be at least 3000.'),
  large: refusal(413, 'file_too_large', 'The file is too large.'),
  retired: refusal(400, 'model_not_found', 'The model music_v0 was not found.'),
  overloaded: refusal(503, 'system_busy', 'We are experiencing heavy traffic.'),
  hurried: refusal(429, 'too_many_concurrent_requests', 'Too many concurrent requests.'),
  failed: refusal(500, 'internal_error', 'Internal server error'),
  moderated: refusal(400, 'bad_prompt', 'The prompt appears to violate our terms.'),
  soundless: { file: Buffer.alloc(0), type: 'audio/mpeg' },
  page: { file: Buffer.from('<p>Sign in'), type: 'text/plain' }
}

/** Starts a fake ElevenLabs, which returns sounds and transcripts in the response itself. */
export function startElevenlabsServer(): Promise<VendorServer> {
  return startVendorServer({
    keyOf: headers => String(headers['xi-api-key']),
    keys: {
      unknown: refusal(401, 'invalid_api_key', 'Invalid API key'),
      empty: refusal(401, 'quota_exceeded', 'This request exceeds your quota.')
    },
    refusals: REFUSALS,
    answer({ path }) {
      if (path === '/music' || path.startsWith('/text-to-speech/'))
        return { file: Buffer.from(SAMPLES['audio/mpeg'] ?? []), type: 'audio/mpeg' }
      if (path !== '/speech-to-text') return refusal(404, 'not_found', 'no such endpoint')
      const words = ['Good', ' ', 'morning.'].map((text, at) => ({ text, start: at, end: at + 1 }))
      const told = { text: 'Good morning.', language_code: 'eng', audio_duration_secs: 36 }
      return { body: { ...told, words } }
    }
  })
}
