import { PICTURE } from './vendor-files.ts'
import { serverSchema } from './vendor-schemas.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

const REFUSED: Reply = { status: 401, body: { detail: 'no key' } }

/** Starts a server of an operator's own, with an OpenAPI document, that draws an image at once. */
export function startPainterServer(): Promise<VendorServer> {
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: { unknown: REFUSED, empty: REFUSED },
    refusals: {},
    answer({ path }, { url }) {
      if (path === '/openapi.json') return { body: serverSchema(url) }
      if (path === '/paint') return { body: { image_url: `${url}/made/a.png`, took: 3 } }
      return { file: PICTURE, type: 'image/png' }
    }
  })
}
