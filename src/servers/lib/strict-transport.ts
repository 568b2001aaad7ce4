import { isLoopbackHost } from '#servers/lib/sites.ts'

/** A year, without the sub-domains of a site, which may be somebody else's. */
const YEAR = 'max-age=31536000'

/**
 * Returns the header by which browsers use only TLS for a host, for a year after one visit over
 * TLS. It is null without TLS, and for this machine's own names.
 */
export function strictTransport({
  protocol,
  hostname
}: Pick<URL, 'protocol' | 'hostname'>): string | null {
  return protocol === 'https:' && !isLoopbackHost(hostname) ? YEAR : null
}
