import type { LookupAddress } from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { egress, operatorFetch } from '#servers/lib/egress.ts'
import { createDnsLookup, type DnsLookup } from '#servers/lib/resolver.ts'
import { startDnsServer, type DnsServer } from '../../../tests/support/dns-server.ts'

const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
const NAMES: Record<string, readonly string[]> = {
  'inside.example': ['127.0.0.1'],
  'gone.example': [],
  'four.example': ['93.184.215.14']
}

let dns: DnsServer
const others: DnsServer[] = []
beforeAll(async () => {
  dns = await startDnsServer(name => (name.includes('silent') ? null : (NAMES[name] ?? PUBLIC)))
})
afterEach(async () => {
  dns.asked.length = 0
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => dns.close())

function ask(lookup: DnsLookup, name: string, family = 0): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    lookup(name, { all: true, family }, (error, found) => (error ? reject(error) : resolve(found)))
  )
}
const here = (options: Parameters<typeof createDnsLookup>[0] = {}): DnsLookup =>
  createDnsLookup({ servers: [dns.address], ...options })
const addresses = (found: readonly LookupAddress[]): string[] => found.map(({ address }) => address)

test('a lookup returns the addresses of both families', async () => {
  const lookup = here()
  expect(await ask(lookup, 'www.example')).toEqual([
    { address: PUBLIC[0], family: 4 },
    { address: PUBLIC[1], family: 6 }
  ])
  expect(addresses(await ask(lookup, 'www.example', 6))).toEqual([PUBLIC[1]])
  expect(addresses(await ask(lookup, 'four.example'))).toEqual([PUBLIC[0]])
  await expect(ask(lookup, 'gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('a name is queried once while its answer is valid, for any number of callers', async () => {
  let now = 0
  const lookup = here({ clock: { now: () => now } })
  await Promise.all([ask(lookup, 'www.example'), ask(lookup, 'WWW.example.')])
  now = 59_999
  await ask(lookup, 'www.example')
  expect(dns.asked.toSorted()).toEqual(['A www.example', 'AAAA www.example'])
  now = 60_001
  await ask(lookup, 'www.example')
  expect(dns.asked).toHaveLength(4)
})

test('a lookup of a silent name fails at the deadline, and then at once for a while', async () => {
  let now = 0
  const lookup = here({ deadline: 50, clock: { now: () => now } })
  await expect(ask(lookup, 'silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  const asked = dns.asked.length
  await expect(ask(lookup, 'silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  expect(dns.asked).toHaveLength(asked)
  now = 5001
  await expect(ask(lookup, 'silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  expect(dns.asked.length).toBeGreaterThan(asked)
})

test('a lookup does not wait for a server that never answers for one family', async () => {
  const half = await startDnsServer((_, type) => (type === 'AAAA' ? null : PUBLIC))
  others.push(half)
  expect(
    addresses(
      await ask(createDnsLookup({ servers: [half.address], deadline: 60_000 }), 'www.example')
    )
  ).toEqual([PUBLIC[0]])
})

test('queries for one domain are limited without delaying other domains', async () => {
  const lookup = here({ deadline: 60_000 })
  for (let index = 0; index < 12; index++)
    void ask(lookup, `${index}.silent.com`).catch(() => undefined)
  await expect.poll(() => dns.asked.length).toBe(8)
  expect(addresses(await ask(lookup, 'www.example.org'))).toEqual(PUBLIC)
  expect(new Set(dns.asked.filter(name => name.includes('silent'))).size).toBe(8)
})

test('the hosts file is read, and loopback names are never queried', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(
    hostsFile,
    '# names\n203.0.113.7\tlisted.example also.example # ours\n2001:db8::7 listed.example\n'
  )
  const lookup = here({ hostsFile })
  expect(addresses(await ask(lookup, 'listed.example'))).toEqual(['203.0.113.7', '2001:db8::7'])
  expect(addresses(await ask(lookup, 'api.localhost'))).toEqual(['127.0.0.1', '::1'])
  expect(dns.asked).toEqual([])
  await rm(folder, { recursive: true })
})

test('silent names delay neither another address nor our own moderation call', async () => {
  const server: Server = createServer((_, response) => response.end('{}'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lookup = here({ deadline: 60_000 })
  const leave = new AbortController()
  let ended = 0
  const silent = Array.from({ length: 12 }, (_, index) =>
    egress(`http://silent${index}.example`, { lookup, signal: leave.signal }).catch(() => ended++)
  )
  await expect
    .poll(() => dns.asked.filter(name => name.includes('silent')).length)
    .toBeGreaterThanOrEqual(8)
  await expect(egress('http://inside.example', { lookup })).rejects.toMatchObject({
    code: 'bad_request'
  })
  expect((await operatorFetch(`http://localhost:${port}/moderations`)).status).toBe(200)
  expect(ended).toBe(0)
  leave.abort()
  await Promise.all(silent)
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
