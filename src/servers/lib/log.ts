import { destination, pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const HIDDEN = ['authorization', 'cookie', 'token', 'password', 'secret', 'key', 'apiKey']

/** Where PostgreSQL repeats the values of a query that failed. */
const REPEATED = ['err.detail', 'err.where', 'err.internalQuery']

/**
 * One JSON line an event. What could name or let in a person is taken out by name wherever it stands;
 * prompts, bodies, addresses and cookies are never given to it in the first place.
 * @param to where lines go, the standard output when not given
 */
export function createLog(level: string, to: DestinationStream = destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: [...REPEATED, ...['', '*.', '*.*.'].flatMap(depth => HIDDEN.map(name => depth + name))],
      censor: '[hidden]'
    }
  }
  return pino(options, to)
}
