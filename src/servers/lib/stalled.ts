import type { IncomingMessage, ServerResponse } from 'node:http'

/** Checks of a body within its patience. */
const LOOKS = 6

/**
 * Returns the milliseconds between two checks for stalled requests.
 * @param patience see {@link endStalledBody}
 */
export function stallCheckInterval(patience: number): number {
  return Math.ceil(patience / LOOKS)
}

/**
 * Ends a request whose body has stalled, with 408 if no response has begun. An upload may take any
 * time while bytes arrive. A body that the server itself reads slowly does not count as stalled.
 * @param patience milliseconds without a byte; detection takes up to a sixth longer
 */
export function endStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  patience: number
): void {
  const { headers, socket } = request
  if (Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined)
    return
  let seen = socket.bytesRead
  let still = 0
  const look = setInterval(() => {
    const waits = socket.bytesRead === seen && request.readableLength === 0
    still = waits ? still + 1 : 0
    seen = socket.bytesRead
    if (still < LOOKS) return
    clearInterval(look)
    if (!response.headersSent)
      socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }, stallCheckInterval(patience)).unref()
  const stop = (): void => clearInterval(look)
  request.once('end', stop).once('close', stop)
}
