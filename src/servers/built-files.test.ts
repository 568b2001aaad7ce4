import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuiltFiles } from '#servers/built-files.ts'

let folder = ''
const servers: Server[] = []
const urls: Record<string, string> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-built-'))
  await mkdir(join(folder, '_astro'))
  for (const path of ['_astro/x.css', 'icon.svg']) await writeFile(join(folder, path), '/* */')
  for (const proxied of [true, false]) {
    const files = createBuiltFiles(folder, proxied)
    const server = createServer((request, response) => files(request, response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    urls[String(proxied)] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
})
afterAll(async () => {
  for (const server of servers) await new Promise(resolve => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Reads a file as a proxy asks for it. */
const read = (
  path: string,
  proto: string,
  host = 'studio.example',
  proxied = true
): Promise<Response> =>
  fetch(`${urls[String(proxied)]}${path}`, {
    headers: { 'x-forwarded-proto': proto, 'x-forwarded-host': host }
  })
const strict = (answer: Response): string | null => answer.headers.get('strict-transport-security')

test.each(['/_astro/x.css', '/icon.svg'])(
  'the built file %s says over TLS that browsers shall only use TLS',
  async path => {
    const answer = await read(path, 'https')
    expect([answer.status, strict(answer)]).toEqual([200, 'max-age=31536000'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(strict(await read(path, 'http'))).toBeNull()
    expect(strict(await read(path, 'https', 'localhost'))).toBeNull()
  }
)

test('a built file believes no proxy that is not configured', async () => {
  expect(strict(await read('/icon.svg', 'https', 'studio.example', false))).toBeNull()
})
