import ipaddr from 'ipaddr.js'

/** Groups of 16 bits in a /64. A provider gives a household at least one /64. */
const GROUPS = 4

/**
 * Returns the network that counts as one caller: an IPv4 address, also one inside IPv6, or the
 * first 64 bits of an IPv6 address, whose other 64 bits the caller can choose freely.
 * @param address from a socket or a proxy; text that is no address is returned unchanged
 */
export function networkOf(address: string): string {
  const parts = ipv6Parts(address)
  return parts === null ? plainAddress(address) : written(parts)
}

/**
 * Returns the first 56 bits of an IPv6 address, since many providers give a customer all 256
 * networks below them.
 * @returns null for IPv4, where nobody gets 256 addresses for free
 */
export function wideNetworkOf(address: string): string | null {
  const parts = ipv6Parts(address)
  return parts === null
    ? null
    : `${written(parts.map((part, index) => (index === GROUPS - 1 ? part & 0xff00 : part)))}/56`
}

function ipv6Parts(address: string): number[] | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, GROUPS) : null
}

function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

function written(parts: readonly number[]): string {
  return parts.map(part => part.toString(16)).join(':')
}
