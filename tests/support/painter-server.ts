import type { Json } from '#core/json.ts'
import { PICTURE } from './vendor-files.ts'
import { serverSchema } from './vendor-schemas.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

const REFUSED: Reply = { status: 401, body: { detail: 'no key' } }

/**
 * Starts a server of an operator's own that draws an image at once. As many such servers do, its
 * OpenAPI document and its answers leave out where it is.
 */
export function startPainterServer(): Promise<VendorServer> {
  const { servers: _, ...document } = serverSchema('') as Record<string, Json>
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: { unknown: REFUSED, empty: REFUSED },
    refusals: {},
    answer({ path }) {
      if (path === '/openapi.json') return { body: document }
      if (path === '/paint') return { body: { image_url: '/made/a.png', took: 3 } }
      return { file: PICTURE, type: 'image/png' }
    }
  })
}
