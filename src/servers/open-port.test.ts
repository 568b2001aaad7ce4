import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPort, type OpenPort } from '#servers/open-port.ts'

const HOST = '127.0.0.1'
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** Opens a port that answers every request. */
async function open(port = 0): Promise<OpenPort & { server: Server }> {
  const server = createServer((_, response) => void response.end('here'))
  const opened = await openPort(server, { port, host: HOST })
  cleanups.push(async () => {
    server.closeAllConnections()
    await opened.close()
  })
  return { ...opened, server }
}

test('every connection is answered, whichever socket it reaches', async () => {
  const { port } = await open()
  const asked = Array.from({ length: 64 }, async () =>
    (await fetch(`http://${HOST}:${port}`)).text()
  )
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['here']))
})

test('a crowd of new connections is accepted in a few turns of the event loop', async () => {
  const { port, server } = await open()
  let [accepted, turns] = [0, 0]
  server.on('connection', () => accepted++)
  const crowd = Array.from({ length: 320 }, () => connect(port, HOST))
  cleanups.push(() => crowd.forEach((socket: Socket) => socket.destroy()))
  for (; accepted < crowd.length; turns++) await nextTurn()
  // One socket would take at least a turn for each.
  expect(turns).toBeLessThan(crowd.length / 2)
})

test('connections that wait are answered although the port closes', async () => {
  const { port, close } = await open()
  const crowd = Array.from({ length: 320 }, () => connect(port, HOST))
  cleanups.push(() => crowd.forEach((socket: Socket) => socket.destroy()))
  const answers = crowd.map(async socket => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += chunk as string
    return text.includes('here')
  })
  // Now the system has the connections, and Node has accepted a few of them.
  await nextTurn()
  await close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]))
})

test('a port that another server has is not shared', async () => {
  const { port } = await open()
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a closed port is free again, and open connections could finish', async () => {
  const { port, server, close } = await open()
  const answer = await fetch(`http://${HOST}:${port}`)
  const closed = close()
  expect(await answer.text()).toBe('here')
  server.closeIdleConnections()
  await closed
  const again = await open(port)
  expect(again.port).toBe(port)
})
