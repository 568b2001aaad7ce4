import type { Json } from '#core/json.ts'
import { SAMPLES } from './files.ts'
import { PICTURE } from './vendor-files.ts'
import { serverSchema } from './vendor-schemas.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

const REFUSED: Reply = { status: 401, body: { detail: 'no key' } }

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
    keys: { unknown: REFUSED, empty: REFUSED },
    refusals: {},
    answer({ path, plot }) {
      if (path === '/openapi.json') return { body: document }
      if (path === '/all.json') return { body: { ...document, paths: { ...paths, '/sing': sing } } }
      if (path === '/paint') return { body: { image_url: '/made/a.png', took: 3 } }
      if (path === '/sing' && plot !== 'words')
        return { file: Buffer.from(SAMPLES['audio/mpeg'] ?? []), type: 'audio/mpeg' }
      return path === '/sing' ? { body: { text: 'la' } } : { file: PICTURE, type: 'image/png' }
    }
  })
}
