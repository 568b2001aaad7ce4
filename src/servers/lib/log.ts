import { pino, type Logger } from 'pino'

export type Log = Logger

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
      paths: [
        'authorization',
        'cookie',
        'token',
        'password',
        'secret',
        'key',
        '*.authorization',
        '*.cookie',
        '*.token',
        '*.password',
        '*.apiKey'
      ],
      censor: '[hidden]'
    }
  })
}
