import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freshStore } from '../support/database.ts'
import { startProcess } from '../support/process.ts'

test('the server starts, prints its address, serves a page and a health check, and stops on request', async () => {
  const store = await freshStore()
  const started = startProcess({
    PORT: '0',
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl })
  })
  const url = await started.said(/Polymuse is at (\S+)/)
  expect(await started.said(/open this link once: (\S+)/)).toMatch(/\?setup=[\w-]{43}$/)
  expect(started.output()).toContain('the sandbox')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const page = await fetch(`${url}/chatgpt/conversations`, { headers: { 'accept-encoding': 'br' } })
  expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br'])
  started.child.kill('SIGTERM')
  expect(await started.exited).toBe(0)
  await store.remove()
})

test('the server says in a sentence why it cannot start', async () => {
  const wrong = startProcess({ PORT: 'many', TRUST_PROXY: 'perhaps' })
  expect(await wrong.exited).toBe(1)
  expect(wrong.output()).toMatch(
    /^Polymuse cannot start:\n- PORT must be .*\n- TRUST_PROXY must be .*\n$/
  )

  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const store = await freshStore('sqlite')
  const taken = startProcess({ PORT: String(port), DATA_DIR: store.dataDir })
  expect(await taken.exited).toBe(1)
  expect(taken.output()).toBe(
    'Polymuse cannot start: the port is taken. Set PORT to another one, or end what uses it.\n'
  )
  holder.close()
  await store.remove()
})
