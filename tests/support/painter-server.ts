import type { Json } from '#core/json.ts'
import { SAMPLES } from './files.ts'
import { PICTURE } from './vendor-files.ts'
import { serverSchema } from './vendor-schemas.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, detail: string): Reply {
  return { status, body: { detail } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(422, 'Input should be less than or equal to 50'),
  large: refusal(413, 'Request Entity Too Large'),
  retired: refusal(404, 'Not Found'),
  overloaded: refusal(503, 'Service Unavailable'),
  hurried: refusal(429, 'Too Many Requests'),
  failed: refusal(500, 'Internal Server Error'),
  moderated: refusal(400, 'The prompt was rejected by the safety checker')
}

/**
 * Starts a fake of an operator's own server, which returns an image at once. Its OpenAPI document
 * and its answers contain no address of the server, as is common. `/all.json` also describes
 * `/sing`, which returns a sound.
 */
export function startPainterServer(): Promise<VendorServer> {
  const { servers: _, ...document } = serverSchema('') as Record<string, Json>
  const paths = document['paths'] as Record<string, { post: object }>
  const content = { 'audio/mpeg': {} }
  const sing = { post: { ...paths['/paint']?.post, responses: { '200': { content } } } }
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: { unknown: refusal(401, 'no key'), empty: refusal(402, 'Payment Required') },
    refusals: REFUSALS,
    answer({ path, plot }) {
      if (path === '/openapi.json') return { body: document }
      if (path === '/all.json') return { body: { ...document, paths: { ...paths, '/sing': sing } } }
      if (path === '/made/garbage') return { file: Buffer.from('no image'), type: 'image/png' }
      if (path === '/paint') {
        const name = plot === 'garbage' ? plot : 'a.png'
        return { body: { image_url: `/made/${name}`, took: 3 } }
      }
      if (path === '/sing' && plot !== 'words')
        return { file: Buffer.from(SAMPLES['audio/mpeg'] ?? []), type: 'audio/mpeg' }
      return path === '/sing' ? { body: { text: 'la' } } : { file: PICTURE, type: 'image/png' }
    }
  })
}
