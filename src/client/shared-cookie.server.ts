import { getDomain } from 'tldts'

/**
 * Returns the attributes of a cookie that all sites of one owner share. Its domain is the
 * registrable domain by the public suffix list. The list's private part is included, so that two
 * customers of one host never share a cookie. An IP address, localhost and a bare suffix have no
 * such domain: the cookie then belongs to the host.
 */
export function sharedCookie({ protocol, hostname }: URL): {
  path: '/'
  sameSite: 'lax'
  secure: boolean
  domain?: string
} {
  const domain = /(^|\.)localhost$/.test(hostname)
    ? null
    : getDomain(hostname, { allowPrivateDomains: true })
  return {
    path: '/',
    sameSite: 'lax',
    secure: protocol === 'https:',
    ...(domain !== null && { domain })
  }
}
