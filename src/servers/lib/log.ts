import { pino, type Logger } from 'pino'

export type Log = Logger

const HIDDEN = ['authorization', 'cookie', 'token', 'password', 'secret', 'key', 'apiKey']

/**
 * One JSON line an event. What could name or let in a person is taken out by name wherever it stands;
 * prompts, bodies, addresses and cookies are never given to it in the first place.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: ['', '*.', '*.*.'].flatMap(depth => HIDDEN.map(name => depth + name)),
      censor: '[hidden]'
    }
  })
}
