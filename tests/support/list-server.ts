import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake server that answers every request with one text, such as a price list. */
export type ListServer = {
  url: string
  /** The body of the next answers; null closes the connection instead. */
  text: string | null
  status: number
  close(): Promise<void>
}

export async function startListServer(): Promise<ListServer> {
  const http = createServer((_, outgoing) => {
    if (server.text === null) return void outgoing.destroy()
    outgoing.writeHead(server.status, { 'content-type': 'application/json' }).end(server.text)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const server: ListServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api.json`,
    text: '{}',
    status: 200,
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
  return server
}
