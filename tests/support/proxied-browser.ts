import { visit, type Page } from './process.ts'

const FAR = '8.8.8.8'

type Cookie = { value: string; host: string; domain: boolean }

type Options = NonNullable<Parameters<typeof visit>[1]>

export type ProxiedBrowser = {
  jar: Map<string, Cookie>
  go(address: string, options?: Options): Promise<Page>
}

/** A browser behind a simulated proxy that ends TLS. */
export function proxiedBrowser(url: string): ProxiedBrowser {
  return cookieBrowser(({ host, pathname, search, protocol }, { headers, ...options }) => {
    const proxied = {
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': FAR
    }
    return visit(url + pathname + search, { ...options, headers: { ...proxied, ...headers } })
  })
}

/**
 * A browser that keeps cookies by host and domain.
 * @param ask sends one request
 */
export function cookieBrowser(
  ask: (address: URL, options: Options) => Promise<Page>
): ProxiedBrowser {
  const jar = new Map<string, Cookie>()
  const goesTo = ({ host, domain }: Cookie, asked: string): boolean =>
    host === asked || (domain && asked.endsWith(`.${host}`))
  return {
    jar,
    async go(address, { headers, ...options } = {}) {
      const { hostname } = new URL(address)
      const cookie = [...jar]
        .flatMap(([key, each]) =>
          goesTo(each, hostname) ? [`${key.split('@')[0]}=${each.value}`] : []
        )
        .join('; ')
      const page = await ask(new URL(address), { ...options, headers: { cookie, ...headers } })
      for (const line of [page.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const domain = /; domain=([^;]+)/i.exec(line)?.[1]
        const key = `${name}@${domain ?? hostname}${domain === undefined ? '' : '*'}`
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(key)
        else jar.set(key, { value, host: domain ?? hostname, domain: domain !== undefined })
      }
      return page
    }
  }
}

export const location = (page: Page): string => String(page.headers['location'] ?? '')

/** Follows up to ten redirects as a browser does. */
export async function follow(
  { go }: Pick<ProxiedBrowser, 'go'>,
  address: string,
  headers: Record<string, string> = {}
): Promise<{ at: string; page: Page }> {
  let at = address
  for (let hop = 0; hop < 10; hop++) {
    const page = await go(at, { headers })
    if (page.status < 300 || page.status > 399) return { at, page }
    at = new URL(location(page), at).href
  }
  throw new Error(`no end of redirects at ${at}`)
}
