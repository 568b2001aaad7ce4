import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

export type FeedFloor = {
  url: string
  /** Returns the resident memory in KB, after a collection. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** Milliseconds in which the floor collects its memory. */
const COLLECTING = 2000

/** A server that answers every request with an event stream that stays open. */
const SERVER = `
const { createServer } = require('node:http')
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: {}\\n\\n')
  setInterval(() => response.write(': \\n\\n'), 15000)
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
setInterval(gc, 500)
`

/** Starts the floor of the feeds: Node.js without anything else, with our arguments for memory. */
export async function startFeedFloor(): Promise<FeedFloor> {
  const child = fork('-', {
    execPath: process.execPath,
    execArgv: ['--max-semi-space-size=4', '--heap-growing-percent=60', '--expose-gc', '-e', SERVER],
    env: {}
  })
  const ended = once(child, 'exit')
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    async memory() {
      await pause(COLLECTING)
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1])
    },
    async stop() {
      child.kill()
      await ended
    }
  }
}
