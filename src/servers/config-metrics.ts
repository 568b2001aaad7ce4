import type { ConfigReader } from '#servers/config-services.ts'

/** Measurements in the format of Prometheus, and who may read them. */
export type MetricsConfig = {
  /** Null: nothing is measured. */
  metrics: {
    /** The port of a listener for metrics alone; 0 takes any free port. Null: there is none. */
    port: number | null
    /** The address of that listener. */
    host: string
    /** Needed for every read. With a token, the main listener answers `GET /metrics`, too. */
    token: string | null
  } | null
}

/** Fewest characters of a token, so that nobody guesses it. */
const TOKEN_LENGTH = 16

/** Reads `METRICS_PORT`, `METRICS_HOST` and `METRICS_TOKEN`. */
export function readMetricsConfig({ get, problems }: ConfigReader): MetricsConfig {
  const [port, host, token] = [get('METRICS_PORT'), get('METRICS_HOST'), get('METRICS_TOKEN')]
  const number = port === null ? null : Number(port)
  if (number !== null && !(Number.isInteger(number) && number >= 0 && number <= 65535))
    problems.push(`METRICS_PORT must be a number from 0 to 65535, not "${port}"`)
  else if (number !== null && number !== 0 && number === Number(get('PORT') ?? 4321))
    problems.push('METRICS_PORT must differ from PORT: METRICS_TOKEN alone uses that listener')
  if (host !== null && port === null)
    problems.push('METRICS_HOST is the address of METRICS_PORT: set both, or neither')
  if (token !== null && token.length < TOKEN_LENGTH)
    problems.push(`METRICS_TOKEN must have at least ${TOKEN_LENGTH} characters`)
  if (port === null && token === null) return { metrics: null }
  return { metrics: { port: number, host: host ?? '127.0.0.1', token } }
}
