/** Passkeys belong to a name, and browsers give them to safe pages only. */
export function offersPasskeys(page: URL): boolean {
  const named = !/^[\d.]+$|^\[/.test(page.hostname)
  return named && (page.protocol === 'https:' || page.hostname === 'localhost' || page.hostname.endsWith('.localhost'))
}
