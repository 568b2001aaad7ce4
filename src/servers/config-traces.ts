import type { ConfigReader } from '#servers/config-services.ts'

/** The collector that receives traces in OpenTelemetry's protocol. The variables are its own. */
export type TracesConfig = {
  /** Null: nothing is traced. */
  traces: {
    /** The address of traces, ending in `/v1/traces`. */
    url: string
    /** Headers for the collector, such as a key. */
    headers: Readonly<Record<string, string>>
    service: string
    /** The share of traces that are sent, from 0 to 1. */
    ratio: number
  } | null
}

/**
 * Reads `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and
 * `OTEL_TRACES_SAMPLER_ARG`.
 */
export function readTracesConfig({ get, problems }: ConfigReader): TracesConfig {
  const endpoint = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return { traces: null }
  if (!(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    problems.push(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://127.0.0.1:4318, not "${endpoint}"`
    )
  const headers = (get('OTEL_EXPORTER_OTLP_HEADERS') ?? '')
    .split(',')
    .filter(Boolean)
    .map(pair => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const)
    .map(([name, value]) => [name.trim(), value.trim()] as const)
  // The message repeats no value, since it may be a key.
  if (headers.some(([name, value]) => !/^[\w-]+$/.test(name) || value === '' || value === name))
    problems.push('OTEL_EXPORTER_OTLP_HEADERS must be like name=value,name2=value2')
  const share = get('OTEL_TRACES_SAMPLER_ARG')
  const ratio = Number(share ?? 1)
  if (!(ratio >= 0 && ratio <= 1))
    problems.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${share}"`)
  return {
    traces: {
      url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
      headers: Object.fromEntries(headers),
      service: get('OTEL_SERVICE_NAME') ?? 'polymuse',
      ratio
    }
  }
}
