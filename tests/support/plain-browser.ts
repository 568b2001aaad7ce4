import { visit, type Page } from './process.ts'

export type PlainBrowser = {
  open(path: string, headers?: Record<string, string>): Promise<Page>
  post(fields: Record<string, string>, path?: string): Promise<Page>
}

/**
 * A browser without scripts. With `keeps: false` it keeps no cookies, like a frame on another site.
 */
export function openBrowser({
  url,
  keeps = true,
  dest = 'document'
}: {
  url: string
  keeps?: boolean
  dest?: string
}): PlainBrowser {
  const jar = new Map<string, string>()
  const go = async (path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await visit(url + path, {
      ...options,
      headers: { 'sec-fetch-dest': dest, ...options.headers, cookie }
    })
    for (const line of keeps ? [page.headers['set-cookie'] ?? []].flat() : []) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s)
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return page
  }
  return {
    open: (path, headers = {}) => go(path, { headers }),
    post: (fields, path = '/auth/login') =>
      go(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: url,
          referer: `${url}/auth/login`
        }
      })
  }
}

export const plain = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
export const heading = ({ text }: Page): string => plain(/<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? '')
export const field = ({ text }: Page, name: string): string =>
  plain(new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '')
export const location = (page: Page): string => String(page.headers['location'])
export const policy = (page: Page): string =>
  /frame-ancestors ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1] ?? ''
