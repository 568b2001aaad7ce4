import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { egress } from '#servers/lib/egress.ts'
import type { DnsLookup } from '#servers/lib/resolver.ts'
import { INSIDE } from '../support/inside.ts'

/** An internal server that must not be reached. It redirects `/to?<address>` to that address. */
let server: Server
let port = 0
let reached: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? ''
    if (url.startsWith('/to?'))
      response.writeHead(302, {
        location: decodeURIComponent(url.slice(4)).replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent)
      })
    else reached.push(`${request.headers.host}${url}`)
    response.end()
  })
  // Listens on all addresses of this machine, so that every way in would arrive.
  await new Promise<void>(resolve => server.listen(0, '::', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  const closed = new Promise(resolve => server.close(resolve))
  server.closeAllConnections()
  await closed
})
afterEach(() => {
  expect(reached).toEqual([])
  reached = []
})

const refused = {
  code: 'bad_request',
  status: 400,
  detail: expect.stringContaining('may not be fetched') as string
}

/**
 * A DNS server with these answers, one after the other, then the last one. It counts the questions.
 */
function dns(...answers: string[][]): DnsLookup & { asked: string[] } {
  const asked: string[] = []
  const lookup: DnsLookup = (hostname, _, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    callback(
      null,
      addresses.map((address): LookupAddress => ({
        address,
        family: address.includes(':') ? 6 : 4
      }))
    )
  }
  return Object.assign(lookup, { asked })
}

const addresses = Object.entries(INSIDE).flatMap(([kind, hosts]) =>
  hosts.map(host => [kind, host] as const)
)

test('the list of internal addresses is long enough', () => {
  expect(addresses.length).toBeGreaterThan(40)
})

test.each(addresses)('%s: %s is refused before a DNS query', async (_, host) => {
  const lookup = dns(['127.0.0.1'])
  for (const address of [`http://${host}:${port}/x`, `HTTPS://${host}:${port}/x`])
    await expect(egress(address, { lookup })).rejects.toMatchObject(refused)
  expect(lookup.asked).toEqual([])
})

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'a.b.localhost',
  'ⓛocalhost',
  'ｌocalhost',
  'ip6-localhost'
])('the host %s', async name => {
  await expect(
    egress(`http://${name}:${port}/x`, { lookup: dns(['127.0.0.1']) })
  ).rejects.toMatchObject(refused)
  await expect(egress(`http://${name}:${port}/x`)).rejects.toThrow()
})

test.each([
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'ftp://127.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'blob:http://127.0.0.1/1',
  'ws://127.0.0.1/',
  'unix:/var/run/x.sock',
  'dict://127.0.0.1:11211/',
  'ldap://127.0.0.1',
  'http://user@example.com/',
  'http://user:pass@example.com/',
  'http://:pass@example.com/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1@example.com/',
  'http://example.com:80@127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http:127.0.0.1',
  'http:/127.0.0.1',
  'http:\\\\127.0.0.1',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
  '//127.0.0.1/',
  '/etc/passwd',
  '127.0.0.1',
  '',
  ' ',
  'http://',
  'http://[::1',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://exa mple.com/',
  ' \thttp://127.0.0.1/',
  'http://127.0.0.1\n.example.com/',
  'ht\ntp://127.0.0.1/'
])('%j is not an address to fetch', async address => {
  const lookup = dns(['127.0.0.1'])
  await expect(egress(address, { lookup })).rejects.toMatchObject(refused)
})

describe('a host is refused for its DNS answer', () => {
  const PUBLIC = '93.184.215.14'
  const inside = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    '64:ff9b::7f00:1'
  ]
  test.each(inside)('with %s alone', async address => {
    await expect(
      egress(`http://studio.example:${port}/x`, { lookup: dns([address]) })
    ).rejects.toMatchObject(refused)
  })
  test.each(inside)('with %s among public addresses', async address => {
    await expect(
      egress(`http://studio.example:${port}/x`, { lookup: dns([PUBLIC, address]) })
    ).rejects.toMatchObject(refused)
  })
  test('without an address', async () => {
    await expect(
      egress(`http://studio.example:${port}/x`, { lookup: dns([]) })
    ).rejects.toMatchObject(refused)
  })
  test('at the time of the connection, so a different second answer cannot bypass the check', async () => {
    const leave = new AbortController()
    const changing = dns([PUBLIC], ['127.0.0.1'])
    // The first answer is the address of a real server on the internet, so the test aborts at once.
    const lookup = (): DnsLookup => (hostname, options, callback) =>
      changing(hostname, options, (error, found) => {
        if (found[0]?.address === PUBLIC) setImmediate(() => leave.abort())
        callback(error, found)
      })
    await expect(
      egress(`http://rebind.example:${port}/1`, { lookup: lookup(), signal: leave.signal })
    ).rejects.toThrow(/abort/)
    await expect(
      egress(`http://rebind.example:${port}/2`, { lookup: lookup() })
    ).rejects.toMatchObject(refused)
    await expect(
      egress(`http://rebind.example:${port}/3`, { lookup: lookup() })
    ).rejects.toMatchObject(refused)
    // One query per connection, so no second answer could differ from the checked one.
    expect(changing.asked).toHaveLength(3)
  })
})

describe('an allowed host', () => {
  const via = (target: string): string =>
    `http://127.0.0.1:${port}/to?${encodeURIComponent(target)}`
  const options = (): { trustedHosts: string[]; lookup: DnsLookup } => ({
    trustedHosts: [`127.0.0.1:${port}`],
    lookup: dns(['127.0.0.1'])
  })
  test.each([
    ...addresses.filter(([, host]) => host !== '127.0.0.1').map(([, host]) => `http://${host}/x`),
    '//10.0.0.1/x',
    '//[::1]/x',
    '\\\\10.0.0.1\\x',
    'http://studio.example/x',
    '//studio.example/x',
    'http://localhost:8080/x',
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http://user@example.com/',
    'http://127.0.0.1:1/'
  ])('cannot redirect to %s', async target => {
    await expect(egress(via(target), options())).rejects.toMatchObject(refused)
  })
  test('cannot redirect endlessly', async () => {
    const target = Array.from({ length: 6 }).reduce<string>(
      next => via(next),
      `http://127.0.0.1:${port}/end`
    )
    await expect(egress(target, options())).rejects.toMatchObject({
      detail: expect.stringContaining('too many') as string
    })
  })
  test('cannot redirect a POST', async () => {
    await expect(
      egress(via('http://10.0.0.1/x'), { ...options(), method: 'POST', body: 'x' })
    ).rejects.toMatchObject(refused)
  })
})
