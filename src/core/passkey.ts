/**
 * Checks whether a page can use passkeys. They need a host name, not an IP address, and browsers
 * allow them only on secure pages.
 */
export function offersPasskeys(page: URL): boolean {
  const named = !/^[\d.]+$|^\[/.test(page.hostname)
  return (
    named &&
    (page.protocol === 'https:' ||
      page.hostname === 'localhost' ||
      page.hostname.endsWith('.localhost'))
  )
}
