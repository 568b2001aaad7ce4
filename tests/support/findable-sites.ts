import { startNamedSites } from './named-sites.ts'
import { visit, type Page } from './process.ts'

export const MUSES = 'https://muses.example'
export const OTHER = 'https://other.example:8443'
/** The first of them under a date, and under the name that its operators try things at. */
export const DATED = 'https://20261121.muses.example'
export const TEST = 'https://test.example'

/** One site in all languages, one in two and with little to offer. */
const SITES = {
  [MUSES]: { title: 'Muses & [Co]', description: 'Nine of them,\nall at work.', dated: 1 },
  [OTHER]: {
    title: 'Anderes – Studio für Bilder',
    locales: '["de","ar"]',
    accent: '#0055aa',
    features: JSON.stringify({ flux: { enabled: false }, chat: { enabled: false }, offline: { enabled: false } })
  }
}

export type FindableSites = {
  url: string
  /** Asks as a proxy that ends TLS passes it on, with any method and Host. */
  ask(origin: string, path: string, options?: Parameters<typeof visit>[1]): Promise<Page>
  stop(): Promise<void>
}

/** A studio that answers under the names of its sites, and at a test host. */
export async function startFindableSites(): Promise<FindableSites> {
  const { url, stop } = await startNamedSites(SITES, { HUB_TEST_URL: TEST })
  return {
    url,
    stop,
    ask(origin, path, { headers, ...options } = {}) {
      const { host, protocol } = new URL(origin)
      // A long file takes a test longer to read than a server keeps a connection that nobody uses.
      const proxied = {
        connection: 'close',
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': '8.8.8.8'
      }
      return visit(url + path, { ...options, headers: { ...proxied, ...headers } })
    }
  }
}
