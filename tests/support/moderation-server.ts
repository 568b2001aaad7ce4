import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; input: string | string[] }
}

export type ModerationServer = {
  url: string
  requests: Asked[]
  /** `forbidden` matches flagged words; `mode` selects the server's behaviour. */
  forbidden: RegExp
  mode: 'well' | 'broken' | 'nonsense' | 'short' | 'silent' | 'words'
  close(): Promise<void>
}

/** Starts a fake of OpenAI's moderation API, which can also misbehave. */
export async function startModerationServer(): Promise<ModerationServer> {
  const http = createServer((incoming, outgoing) => {
    void (async () => {
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      const body = JSON.parse(text || '{}') as Asked['body']
      server.requests.push({ path: incoming.url ?? '', headers: incoming.headers, body })
      if (server.mode === 'silent') return
      if (server.mode === 'broken') return void outgoing.writeHead(500).end('{}')
      if (server.mode === 'words') return void outgoing.writeHead(200).end('<html>fine</html>')
      const results = [body.input]
        .flat()
        .map(each => ({ flagged: server.forbidden.test(each), categories: {} }))
      const told = { nonsense: [{ flagged: 'no' }], short: results.slice(1), well: results }[
        server.mode
      ]
      outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 'modr-1', model: body.model, results: told }))
    })()
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const server: ModerationServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests: [],
    forbidden: /forbidden/,
    mode: 'well',
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
  return server
}
