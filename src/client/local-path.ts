const SELF = 'http://local.invalid'

/**
 * Sanitizes an untrusted path, so that redirecting to it stays on this site. It begins with one
 * slash and has no origin.
 * @returns `/` for anything else
 */
export function localPath(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])/.test(asked)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, SELF)
  // Dot segments may leave two slashes at the start, or after the language is removed. Browsers
  // read two slashes as another host.
  return origin === SELF ? pathname.replaceAll(/\/{2,}/g, '/') + search + hash : '/'
}
