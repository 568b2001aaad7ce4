import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { egress, isPublicAddress } from '#servers/lib/egress.ts'

/**
 * A server that answers `/to?<address>` with a redirect to the address, and any other path with the
 * path. It records visits.
 */
let server: Server
let origin = ''
let host = ''
let visits: string[] = []
let keys: unknown[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request.url ?? '')
    keys.push(request.headers.authorization)
    const [path, target] = (request.url ?? '').split(/\?(.*)/s)
    if (path === '/to') response.writeHead(302, { location: decodeURIComponent(target ?? '') })
    response.end(path)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

const refused = {
  code: 'bad_request',
  detail: expect.stringContaining('may not be fetched') as string
}

describe('an address inside the network', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://127.0.0.1.',
    'http://①②⑦.0.0.1',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:0:127.0.0.1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://[fc00::1]',
    'http://[ff02::1]',
    'http://0.0.0.0',
    'http://0',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]',
    'http://100.64.0.1',
    'http://198.18.0.1',
    'http://192.0.2.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://240.0.0.1'
  ])('refuses %s', async address => {
    await expect(egress(address)).rejects.toMatchObject(refused)
  })

  test.each(['http://localhost', 'http://localhost.', 'http://LOCALHOST', 'http://api.localhost'])(
    'refuses %s, because of the address that DNS returns',
    async address => {
      visits = []
      await expect(egress(`${address}:${host.split(':')[1]}`)).rejects.toThrow()
      expect(visits).toEqual([])
    }
  )
  test('a name that resolves to loopback is reported as a refused address', async () => {
    await expect(egress(`http://localhost:${host.split(':')[1]}`)).rejects.toMatchObject(refused)
  })
})

test.each([
  'file:///etc/passwd',
  'ftp://example.com',
  'data:text/plain,x',
  'gopher://127.0.0.1',
  'javascript:alert(1)',
  'http://user@example.com',
  'http://:password@example.com',
  'http://example.com:secret@127.0.0.1',
  'example.com',
  '//example.com',
  '',
  'http://'
])('refuses to fetch %j', async address => {
  await expect(egress(address)).rejects.toMatchObject(refused)
})

describe('a trusted host', () => {
  const trusted = (): { trustedHosts: string[] } => ({ trustedHosts: [host] })
  const to = (address: string): string => `${origin}/to?${encodeURIComponent(address)}`

  test('is fetched, and its redirects to itself are followed', async () => {
    const response = await egress(to('/there'), trusted())
    expect([response.status, await response.text()]).toEqual([200, '/there'])
  })
  test.each([
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/',
    'http://localhost:8080/',
    'file:///etc/passwd',
    'http://user@example.com/',
    '//10.0.0.1/x'
  ])('may not redirect to %s', async address => {
    await expect(egress(to(address), trusted())).rejects.toMatchObject(refused)
  })
  test('gets the headers of a call, and another origin that it redirects to does not', async () => {
    keys = []
    const other = `localhost:${host.split(':')[1]}`
    const headers = { authorization: 'Bearer key' }
    await egress(to(`http://${other}/x`), { trustedHosts: [host, other], headers })
    expect(keys).toEqual(['Bearer key', undefined])
  })
  test('is trusted on its own port only', async () => {
    await expect(egress('http://127.0.0.1:1/', trusted())).rejects.toMatchObject(refused)
  })
  test('may redirect three times, but not four', async () => {
    visits = []
    await expect(egress(to(to(to(to('/end')))), trusted())).rejects.toMatchObject({
      detail: expect.stringContaining('too many') as string
    })
    expect(visits).toHaveLength(4)
    expect(await (await egress(to(to(to('/end'))), trusted())).text()).toBe('/end')
  })
  test('is abandoned when its caller aborts', async () => {
    await expect(
      egress(`${origin}/x`, { ...trusted(), signal: AbortSignal.abort() })
    ).rejects.toThrow(/abort/i)
  })
})

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['::ffff:93.184.215.14', true],
  ['::ffff:10.0.0.1', false],
  ['10.0.0.1', false],
  ['not an address', false],
  ['', false]
])('is %j public: %s', (address, yes) => {
  expect(isPublicAddress(address)).toBe(yes)
})

test('names are looked up outside of the thread pool that other connections need', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  syncBuiltinESMExports()
  try {
    await expect(egress(`http://localhost:${host.split(':')[1]}`)).rejects.toMatchObject(refused)
    expect(lookup).not.toHaveBeenCalled()
  } finally {
    lookup.mockRestore()
    syncBuiltinESMExports()
  }
})
