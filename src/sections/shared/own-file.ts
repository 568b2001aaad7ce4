/**
 * Reads the address of a file of this studio from a link, which anybody may have written.
 * @param api the origin of the files
 * @returns the whole address; null for any other
 */
export function ownFileAddress(address: string, api: string): string | null {
  const url = URL.parse(address, api)
  const isOwn = url?.origin === new URL(api).origin && url.pathname.startsWith('/files/')
  return isOwn ? url.href : null
}
