// Follows "Put it on the internet" in README.md, with real web servers and the files of deploy/.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProxyName } from '../scripts/proxies.ts'
import { readDeployFile, readVariables, replaceWords } from './support/deploy-files.ts'
import { FULL_DOSE } from './support/dose.ts'
import { freshStore, type Store } from './support/database.ts'
import { startOpenaiServer, type OpenaiServer } from './support/openai-server.ts'
import { startProcess, type StudioProcess } from './support/process.ts'
import { follow } from './support/proxied-browser.ts'
import { createProxyClient, type ProxyClient } from './support/proxy-client.ts'
import { writeChallengeFile, startProxy, type RunningProxy } from './support/proxies.ts'

const FIRST = 'https://studio.test'
const SECOND = 'https://second.test'
/**
 * The proxy knows this name from the start. Polymuse knows it only after a test has added its site.
 */
const THIRD = 'https://third.test'
const NAMES = [FIRST, SECOND, THIRD].map(origin => new URL(origin).hostname)

/** Headers by which a client pretends to have another address, or to ask for another host. */
const PRETENDED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'elsewhere.example',
  'x-forwarded-proto': 'http',
  forwarded: 'for=203.0.113.9;host=elsewhere.example'
}
const JSON_BODY = { 'content-type': 'application/json' }
const MEBIBYTE = 1024 * 1024
/** Size of an upload in bytes. By default, nginx accepts only 1 MB. */
const LARGE = (FULL_DOSE ? 50 : 5) * MEBIBYTE

/** The variables of deploy/polymuse.env.example with the test's names, on a free port. */
function environmentFor(store: Store, vendor: OpenaiServer): Record<string, string> {
  const file = replaceWords(readDeployFile('polymuse.env.example'), [
    [/^#ALLOWED_ORIGINS=.*$/gm, `ALLOWED_ORIGINS=${SECOND}`],
    [/https:\/\/studio\.example/g, FIRST],
    [/^PORT=4321$/gm, 'PORT=0'],
    [/^DATA_DIR=.*$/gm, `DATA_DIR=${store.dataDir}`],
    [/^#OPENAI_API_KEY=$/gm, 'OPENAI_API_KEY=sk-operator']
  ])
  return { ...readVariables(file), OPENAI_BASE_URL: vendor.url, LOG_LEVEL: 'error' }
}

const stops: (() => Promise<void>)[] = []
/** Stops everything that was started, the latest first. */
const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0).toReversed()) await stop()
}

const PROXIES: readonly ProxyName[] = FULL_DOSE ? ['nginx', 'caddy'] : ['nginx']

describe.each(PROXIES)('%s with its file of deploy/', name => {
  let vendor: OpenaiServer
  let started: StudioProcess
  let proxy: RunningProxy
  let client: ProxyClient
  let key = ''
  beforeAll(async () => {
    const store = await freshStore('sqlite', true)
    stops.push(store.remove)
    vendor = await startOpenaiServer()
    stops.push(vendor.close)
    started = startProcess(environmentFor(store, vendor))
    stops.push(async () => {
      started.child.kill('SIGTERM')
      await started.exited
    })
    proxy = await startProxy(name, await started.said(/Polymuse is at http:\/\/(\S+)/), NAMES)
    stops.push(proxy.stop)
    client = createProxyClient(proxy)
  })
  afterAll(stopAll)

  /** Calls a site with the browser's cookies, and with a token if one is given. */
  async function call<T>(
    address: string,
    { json, token, method }: { json?: unknown; token?: string; method?: string } = {}
  ): Promise<T> {
    const headers = {
      ...JSON_BODY,
      origin: new URL(address).origin,
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    }
    const sent =
      json === undefined
        ? { headers }
        : { headers, method: method ?? 'POST', body: JSON.stringify(json) }
    const page = await client.browser.go(address, sent)
    expect(page.status, page.text).toBeLessThan(300)
    return JSON.parse(page.text) as T
  }

  const accessToken = async (): Promise<string> =>
    (await call<{ access_token: string }>(`${FIRST}/auth/session`, { json: {} })).access_token

  test('http redirects to https, with the same name and path', async () => {
    const answer = await client.open('http://second.test/flux?size=1')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      expect.toSatisfy(code => [301, 308].includes(code)),
      `${SECOND}/flux?size=1`
    ])
    answer.resume()
  })

  test('the setup link names HUB_URL and makes the user who opens it the admin', async () => {
    const link = await started.said(/open this link once: (\S+)/)
    expect(link.startsWith(`${FIRST}/?setup=`)).toBe(true)
    const asked = await follow(client.browser, link)
    expect([asked.page.status, asked.at.startsWith(`${FIRST}/auth/login`)]).toEqual([200, true])
    const body = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' })
    const headers = { ...JSON_BODY, ...PRETENDED, origin: FIRST }
    expect(
      (
        await client.browser.go(`${FIRST}/api/auth/sign-up/email`, {
          method: 'POST',
          body,
          headers
        })
      ).status
    ).toBe(200)
    const home = await follow(client.browser, asked.at)
    expect([home.page.status, new URL(home.at).origin]).toEqual([200, FIRST])
    expect((await client.browser.go(`${FIRST}/site`)).status).toBe(200)
  })

  test('the proxy overwrites addresses that a client pretends to have', async () => {
    const { items } = await call<{ items: { address: string }[] }>(`${FIRST}/auth/sessions`)
    expect(items.map(({ address }) => address)).toEqual(['127.0.0.1'])
  })

  test('all cookies are for https only', () => {
    expect(client.cookies.length).toBeGreaterThan(2)
    // A header that deletes a cookie has no value to protect.
    const kept = client.cookies.filter(line => !/; max-age=0\b/i.test(line))
    expect(kept.filter(line => !/; secure\b/i.test(line))).toEqual([])
  })

  const titleAt = async (origin: string): Promise<string> =>
    /<title>([^<]*)/.exec((await follow(client.browser, `${origin}/`)).page.text)?.[1] ?? ''

  test('a name of ALLOWED_ORIGINS answers, and the operator sets up its site', async () => {
    expect(await titleAt(SECOND)).toContain('Polymuse')
    const site = await call<{ id: string }>(`${FIRST}/api/v1/sites/initialize/`, {
      json: { origin: SECOND },
      token: await accessToken()
    })
    expect(site).toMatchObject({ origin: SECOND })
  })

  test('any other name gets a neutral answer until its site is added', async () => {
    const answer = await client.open(`${THIRD}/`)
    expect([answer.statusCode, await text(answer)]).toEqual([421, '421 Misdirected Request\n'])
    await call(`${FIRST}/api/v1/sites`, {
      json: { origin: THIRD, title: 'Third Studio' },
      token: await accessToken()
    })
    expect(await titleAt(THIRD)).toContain('Third Studio')
    expect(await titleAt(FIRST)).not.toContain('Third Studio')
  })

  test('refuses a name that the proxy does not know', async () => {
    await expect(client.open('https://stranger.test/')).rejects.toThrow()
    // TLS gets a name that the proxy knows, and the Host header gets an unknown one.
    const said = await client.open(`${FIRST}/`, { host: 'stranger.test' }).then(text, () => '')
    expect(said).toBe('')
  })

  test.each(['text/event-stream', 'application/x-ndjson'])(
    'the proxy passes on each part of an answer at once: %s',
    async accept => {
      if (key === '') {
        const token = await accessToken()
        const { id } = await call<{ id: string }>(`${FIRST}/api/v1/applications/`, {
          json: { type: 'Usage', scope: 'Global' },
          token
        })
        key = (
          await call<{ token: string }>(`${FIRST}/api/v1/credentials/`, {
            json: { application_id: id, host: FIRST },
            token
          })
        ).token
      }
      const [, first = '', second = ''] = ['', ...vendor.pieces]
      // The vendor sends a role and the first word, then waits until that word has arrived here.
      vendor.hold(2)
      const body = JSON.stringify({
        model: 'gpt-5-all',
        question: `What is a lighthouse? ${accept}`
      })
      const headers = { ...JSON_BODY, accept, authorization: `Bearer ${key}` }
      const answer = await client.open(`${FIRST}/aichat/conversations`, {
        method: 'POST',
        body,
        headers
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringContaining(accept)
      ])
      let read = ''
      for await (const piece of answer.setEncoding('utf8')) {
        read += String(piece)
        if (read.includes(first)) vendor.release()
        else expect(read).not.toContain(second)
      }
      expect(read).toContain(second)
    }
  )

  /**
   * Uploads a file.
   * @param claimed the content length that the request declares, in bytes
   */
  async function upload(size: number, claimed?: number): Promise<{ status: number; said: string }> {
    const head =
      '--B\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\ncontent-type: application/octet-stream\r\n\r\n'
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(size, 'x'),
      Buffer.from('\r\n--B--\r\n')
    ])
    const headers = {
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': String(claimed ?? body.length),
      authorization: `Bearer ${await accessToken()}`
    }
    const answer = await client.open(`${FIRST}/api/v1/files/`, { method: 'POST', body, headers })
    return { status: answer.statusCode ?? 0, said: await text(answer) }
  }

  test('accepts a large file', async () => {
    const { status, said } = await upload(LARGE)
    expect([status, said]).toEqual([200, expect.stringContaining(`"size":${LARGE}`)])
  })

  test('refuses a file above the limit', async () => {
    expect((await upload(100, 200 * MEBIBYTE)).status).toBe(413)
  })
})

describe('a proxy without Polymuse', () => {
  afterEach(stopAll)

  test.each(PROXIES)('%s ends the upstream stream when the client disconnects', async name => {
    const upstream = createServer(
      (_, answer) =>
        void answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
    )
    stops.push(async () => void upstream.close())
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const proxy = await startProxy(
      name,
      `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      NAMES
    )
    stops.push(proxy.stop)
    const asked = once(upstream, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const read = await createProxyClient(proxy).open(`${FIRST}/events`)
    const [, answer] = await asked
    await once(read, 'data')
    read.destroy()
    await once(answer, 'close')
    expect(answer.writableEnded).toBe(false)
  })

  test('nginx answers certbot without TLS', async () => {
    // nginx answers certbot without Polymuse, so none is running.
    const proxy = await startProxy('nginx', '127.0.0.1:9', NAMES)
    stops.push(proxy.stop)
    writeChallengeFile(proxy, 'token', 'proof')
    const answer = await createProxyClient(proxy).open(
      'http://studio.test/.well-known/acme-challenge/token'
    )
    expect(await text(answer)).toBe('proof')
  })
})
