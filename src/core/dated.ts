/** WeChat's own browser, which holds a host against everybody who shares it. */
const IN_APP = /micromessenger/i

/**
 * Where a visit goes on under today's date, `20261121.studio.example`: only at a site that wants that, on the site's own
 * host, from WeChat's in-app browser. Null: it stays where it is.
 * @param url the whole public address
 * @param now unix milliseconds; the date is UTC's
 */
export function datedRedirect(url: URL, site: { origin: string; dated: boolean }, userAgent: string, now: number): string | null {
  if (!site.dated || !IN_APP.test(userAgent) || url.origin !== site.origin || !canHaveSubdomain(url.hostname)) return null
  const target = new URL(url)
  target.hostname = `${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}.${url.hostname}`
  return target.href
}

/** An address of numbers has no sub-domains, a single name none that others find. */
function canHaveSubdomain(host: string): boolean {
  return host.includes('.') && !/^[\d.]+$/.test(host)
}
