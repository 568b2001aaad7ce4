import { startNamedSites } from './named-sites.ts'
import { visit, type Page } from './process.ts'

export const MUSES = 'https://muses.example'
export const OTHER = 'https://other.example:8443'
/** An address of the first site with a date, and the test address for operators. */
export const DATED = 'https://20261121.muses.example'
export const TEST = 'https://test.example'

/** One site in all languages, and one in two languages with few services. */
const SITES = {
  [MUSES]: { title: 'Muses & [Co]', description: 'Nine of them,\nall at work.', dated: 1 },
  [OTHER]: {
    title: 'Anderes – Studio für Bilder',
    locales: '["de","ar"]',
    accent: '#0055aa',
    features: JSON.stringify({
      flux: { enabled: false },
      chat: { enabled: false },
      offline: { enabled: false }
    })
  }
}

export type FindableSites = {
  url: string
  /** Sends a request as a proxy that ends TLS forwards it, with any method and Host. */
  ask(origin: string, path: string, options?: Parameters<typeof visit>[1]): Promise<Page>
  stop(): Promise<void>
}

/** Starts a studio that serves two sites and a test host. */
export async function startFindableSites(): Promise<FindableSites> {
  const { url, stop } = await startNamedSites(SITES, { HUB_TEST_URL: TEST })
  return {
    url,
    stop,
    ask(origin, path, { headers, ...options } = {}) {
      const { host, protocol } = new URL(origin)
      // Close the connection after each response: a test may read a large file for longer than the
      // server keeps an idle connection open.
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
