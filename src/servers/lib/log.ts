import { destination, pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const HIDDEN = ['authorization', 'cookie', 'token', 'password', 'secret', 'key', 'apiKey']

/** Fields where PostgreSQL repeats the values of a failed query. */
const REPEATED = ['err.detail', 'err.where', 'err.internalQuery']

/**
 * Creates a log of one JSON line per event. It redacts fields by name that could identify or admit
 * a user. Callers never pass it prompts, bodies, addresses or cookies.
 * @param to the destination of lines; the standard output by default
 */
export function createLog(level: string, to: DestinationStream = destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: [
        ...REPEATED,
        ...['', '*.', '*.*.'].flatMap(depth => HIDDEN.map(name => depth + name))
      ],
      censor: '[hidden]'
    }
  }
  return pino(options, to)
}
