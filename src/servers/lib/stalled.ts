import type { IncomingMessage, ServerResponse } from 'node:http'

/** How often a body is looked at while its time runs. */
const LOOKS = 6

/** Milliseconds between two looks at requests that may have stalled. @param patience see {@link endStalledBody} */
export function lookEvery(patience: number): number {
  return Math.ceil(patience / LOOKS)
}

/**
 * Ends a request whose body does not come any more, with 408 if nothing was answered yet. An upload may take as long as it
 * likes while bytes arrive. A body that we ourselves are slow to read does not count as stalled.
 * @param patience milliseconds without a byte; it is noticed at most a sixth later
 */
export function endStalledBody(request: IncomingMessage, response: ServerResponse, patience: number): void {
  const { headers, socket } = request
  if (Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined) return
  let seen = socket.bytesRead
  let still = 0
  const look = setInterval(() => {
    const waits = socket.bytesRead === seen && request.readableLength === 0
    still = waits ? still + 1 : 0
    seen = socket.bytesRead
    if (still < LOOKS) return
    clearInterval(look)
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }, lookEvery(patience)).unref()
  const stop = (): void => clearInterval(look)
  request.once('end', stop).once('close', stop)
}
