import { PICTURE, FILM } from './vendor-files.ts'
import {
  startVendorServer,
  type Reply,
  type VendorCall,
  type VendorServer
} from './vendor-server.ts'

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

type Video = { plot: string; looks: number }

/**
 * Starts Google's Gemini API: images are immediate, videos run as an operation. Every holder of
 * the key can read a video's file.
 */
export function startGeminiServer(): Promise<VendorServer> {
  const videos = new Map<string, Video>()
  return startVendorServer({
    keyOf: headers => String(headers['x-goog-api-key']),
    keys: { unknown: UNKNOWN_KEY, empty: EMPTY },
    refusals: REFUSALS,
    answer(call, server) {
      const { path, plot } = call
      if (path.endsWith(':generateContent')) return { body: pictureOf(plot) }
      if (path.endsWith(':predictLongRunning')) {
        const name = `models/veo/operations/${videos.size}`
        videos.set(`/${name}`, { plot, looks: 0 })
        return { body: { name } }
      }
      if (path.includes(':download')) return downloaded(call, server)
      const video = videos.get(path)
      return video === undefined
        ? refusal(404, 'NOT_FOUND', 'no such operation')
        : { body: operation(path.slice(1), video, server) }
    }
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

function operation(name: string, video: Video, { looks, url }: VendorServer): unknown {
  if (video.plot === 'endless' || video.looks++ < looks) return { name, metadata: {} }
  if (video.plot === 'job_fails')
    return { name, done: true, error: { code: 13, message: 'internal' } }
  if (video.plot === 'job_moderated')
    return {
      name,
      done: true,
      response: {
        generateVideoResponse: {
          raiMediaFilteredCount: 1,
          raiMediaFilteredReasons: ['The prompt violates our policies.']
        }
      }
    }
  const uri = `${url}/files/film-1:download?alt=media`
  return {
    name,
    done: true,
    response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
  }
}

function downloaded({ headers }: VendorCall, { refused }: VendorServer): Reply {
  const key = headers['x-goog-api-key']
  if (key === undefined || refused.has(String(key)))
    return refusal(403, 'PERMISSION_DENIED', 'the file is not yours')
  return { file: FILM, type: 'video/mp4' }
}
