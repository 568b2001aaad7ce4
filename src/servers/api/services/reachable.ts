import { isPublicAddress } from '#servers/lib/egress.ts'

/** Tells whether vendors on the internet can reach our addresses. */
export function isReachable(origin: string | null): boolean {
  if (origin === null) return false
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const isAddress = /^[\d.]+$|:/.test(host)
  return isAddress
    ? isPublicAddress(host)
    : host.includes('.') && !/\.(local|internal|lan|test|localhost)$/.test(host)
}
