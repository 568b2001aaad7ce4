import { PICTURE } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

/** Builds an error of Google's servers: a code, its name, a sentence. */
function refusal(
  code: number,
  status: string,
  message: string,
  headers: Record<string, string> = {}
): Reply {
  return { status: code, headers, body: { error: { code, message, status } } }
}

const UNKNOWN_KEY = refusal(
  400,
  'INVALID_ARGUMENT',
  'API key not valid. Please pass a valid API key.'
)
const EMPTY = refusal(
  429,
  'RESOURCE_EXHAUSTED',
  'You exceeded your current quota, please check your plan and billing details.'
)

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'),
  large: refusal(
    400,
    'INVALID_ARGUMENT',
    'Request payload size exceeds the limit: 20971520 bytes.'
  ),
  retired: refusal(404, 'NOT_FOUND', 'models/veo-1 is not found for API version v1beta.'),
  overloaded: refusal(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  hurried: refusal(
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota: GenerateRequestsPerMinutePerProject'
  ),
  failed: refusal(500, 'INTERNAL', 'An internal error has occurred.'),
  moderated: { body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} } },
  unsafe: { body: { candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }] } },
  wordless: {
    body: {
      candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'I would rather not.' }] } }]
    }
  }
}

/** Starts a fake of Google's Gemini API, which returns images in the response itself. */
export function startGeminiServer(): Promise<VendorServer> {
  return startVendorServer({
    keyOf: headers => String(headers['x-goog-api-key']),
    keys: { unknown: UNKNOWN_KEY, empty: EMPTY },
    refusals: REFUSALS,
    answer: ({ path, plot }) =>
      path.endsWith(':generateContent')
        ? { body: pictureOf(plot) }
        : refusal(404, 'NOT_FOUND', 'no such method')
  })
}

function pictureOf(plot: string): unknown {
  const data = plot === 'heavy' ? Buffer.concat([PICTURE, Buffer.alloc(20 * 1024 * 1024)]) : PICTURE
  const drawn = { inlineData: { mimeType: 'image/png', data: data.toString('base64') } }
  const sketch = { thought: true, inlineData: { mimeType: 'image/png', data: 'AAAA' } }
  return {
    candidates: [
      {
        finishReason: 'STOP',
        content: { role: 'model', parts: [{ text: 'Here it is.' }, sketch, drawn] }
      }
    ]
  }
}
