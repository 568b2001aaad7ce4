import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { listen } from '#servers/listen.ts'
import { freshStore, type Store } from '../support/database.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { startProcess, type StudioProcess } from '../support/process.ts'
import { openStudio } from '../support/studio.ts'

/** Connections that stay open and send nothing. */
const IDLE = FULL_DOSE ? 10_000 : 500

/** Most kilobytes that the server may need for each of them. */
const EACH = 40

/** The answer to headers that are too large. It is lost if the client still sends when it comes. */
const TOO_LARGE = /^(HTTP\/1.1 431 |$)/

/** Opens a connection. `said` is everything that the server sends until it closes. */
async function open(port: number): Promise<{ socket: Socket; said: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  const said = new Promise<string>(resolve => {
    socket.once('close', () => resolve(text))
  })
  return { socket, said }
}

describe('idle connections', () => {
  let store: Store
  let running: StudioProcess
  let url = ''
  beforeAll(async () => {
    store = await freshStore('sqlite', true)
    running = startProcess({ PORT: '0', DATA_DIR: store.dataDir, LOG_LEVEL: 'info' })
    url = await running.said(/is at (\S+)/)
  }, 120_000)
  afterAll(async () => {
    running.child.kill()
    await running.exited
    await store.remove()
  })

  /** Resident memory of the server in kilobytes. */
  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1])

  test(`of ${IDLE} clients take little memory and delay nobody`, { timeout: 120_000 }, async () => {
    const port = Number(new URL(url).port)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const before = memory()
    const idle: Socket[] = []
    while (idle.length < IDLE) {
      const more = Array.from({ length: 100 }, () => open(port))
      idle.push(...(await Promise.all(more)).map(({ socket }) => socket))
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${url}/api/v1/sites/`))
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((memory() - before) / IDLE).toBeLessThan(EACH)
    idle.forEach(socket => socket.destroy())
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})

describe('a client that sends its headers', () => {
  /** Milliseconds in which the headers must arrive here. The default is 30 s. */
  const PATIENCE = 600
  let port = 0
  let running: Awaited<ReturnType<typeof listen>>
  let store: Store
  beforeAll(async () => {
    store = await freshStore('sqlite')
    const config = readConfig({ PORT: '0', DATA_DIR: store.dataDir })
    const studio = await openStudio({ config })
    running = await listen(studio, config, PATIENCE)
    port = Number(new URL(running.url).port)
  })
  afterAll(async () => {
    await running.stop()
    await store.remove()
  })

  test('letter by letter is stopped, although it never pauses', async () => {
    const { socket, said } = await open(port)
    socket.write(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-slow: `)
    const trickle = setInterval(() => socket.write('x'), 50)
    const text = await said
    clearInterval(trickle)
    expect(text).toMatch(/^HTTP\/1.1 408 /)
  })

  test('without an end is stopped', async () => {
    const { socket, said } = await open(port)
    socket.write(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`)
    socket.write(`x-large: ${'x'.repeat(100_000)}`)
    expect(await said).toMatch(TOO_LARGE)
  })

  test('in thousands of lines is stopped', async () => {
    const { socket, said } = await open(port)
    const lines = Array.from({ length: 5000 }, (_, index) => `x-${index}: y\r\n`)
    socket.write(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`)
    expect(await said).toMatch(TOO_LARGE)
  })
})
