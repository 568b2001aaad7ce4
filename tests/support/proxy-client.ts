import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { RunningProxy } from './proxies.ts'
import { cookieBrowser, type ProxiedBrowser } from './proxied-browser.ts'

type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  host?: string
}

/** A client that resolves the sites' names to this proxy, as DNS would. */
export type ProxyClient = {
  /**
   * Sends a request and waits for the head of the response. `host` only replaces the Host header.
   */
  open(address: string, sent?: Sent): Promise<IncomingMessage>
  browser: ProxiedBrowser
  /** Every Set-Cookie header that the browser got. */
  cookies: string[]
}

export function createProxyClient({ http, https, authority }: RunningProxy): ProxyClient {
  const cookies: string[] = []
  const open: ProxyClient['open'] = (address, { method = 'GET', headers, body, host } = {}) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname, host: own, pathname, search } = new URL(address)
      const common = {
        host: '127.0.0.1',
        method,
        path: pathname + search,
        headers: { host: host ?? own, ...headers },
        agent: false
      }
      const secure = { ...common, port: https, servername: hostname, ca: authority }
      const call =
        protocol === 'https:'
          ? httpsRequest(secure, resolve)
          : httpRequest({ ...common, port: http }, resolve)
      call.on('error', reject)
      call.end(body)
    })
  const browser = cookieBrowser(async (address, sent) => {
    const answer = await open(address.href, sent)
    cookies.push(...(answer.headers['set-cookie'] ?? []))
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }
  })
  return { open, browser, cookies }
}
