import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a server that tests can cut, with all streams on it, and mend. */
export type CuttableLine = { url: string; cut(): void; mend(): void; close(): Promise<void> }

/**
 * Opens a connection to a server.
 * @param target the server's origin
 */
export async function openLineTo(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer(near => {
    if (!whole) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const drop = (): void => sockets.forEach(socket => socket.destroy())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false
      drop()
    },
    mend: () => void (whole = true),
    close: () =>
      new Promise(resolve => {
        drop()
        server.close(() => resolve())
      })
  }
}
