/** WeChat's in-app browser, which blocks a host for everybody who shares it. */
const IN_APP = /micromessenger/i

/** Checks whether a request comes from that browser. */
export function isWechatBrowser(userAgent: string): boolean {
  return IN_APP.test(userAgent)
}

/**
 * Returns the URL under today's date, such as `20261121.studio.example`. It redirects only WeChat's
 * in-app browser, on the site's own host, if the site wants it.
 * @param url the full public URL
 * @param now unix milliseconds; the date is in UTC
 * @returns null when the visit stays at its URL
 */
export function datedRedirect(
  url: URL,
  site: { origin: string; dated: boolean },
  userAgent: string,
  now: number
): string | null {
  if (
    !site.dated ||
    !isWechatBrowser(userAgent) ||
    url.origin !== site.origin ||
    !canHaveSubdomain(url.hostname)
  )
    return null
  const target = new URL(url)
  target.hostname = `${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}.${url.hostname}`
  return target.href
}

/**
 * Checks whether a host can have subdomains that others can resolve. An IP address and a single
 * name such as `localhost` cannot.
 */
function canHaveSubdomain(host: string): boolean {
  return host.includes('.') && !/^[\d.]+$/.test(host)
}
