import { getDomain } from 'tldts'

/**
 * Where a cookie that all studios of one owner share is set: on the registrable domain by the public suffix list, with
 * its private part, so that two customers of one host never share one. An address of numbers, this machine and a bare
 * suffix have none: the cookie is the host's own.
 */
export function sharedCookie({ protocol, hostname }: URL): { path: '/'; sameSite: 'lax'; secure: boolean; domain?: string } {
  const domain = /(^|\.)localhost$/.test(hostname) ? null : getDomain(hostname, { allowPrivateDomains: true })
  return { path: '/', sameSite: 'lax', secure: protocol === 'https:', ...(domain !== null && { domain }) }
}
