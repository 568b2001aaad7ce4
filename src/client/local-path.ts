const SELF = 'http://local.invalid'

/**
 * A path of this very site that came from outside, safe to go to: begins with one slash, leaves no origin behind it.
 * @returns `/` for anything else
 */
export function localPath(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])/.test(asked)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, SELF)
  // Dots that lead nowhere may leave two slashes at the beginning, or behind a language that is taken off: another host.
  return origin === SELF ? pathname.replaceAll(/\/{2,}/g, '/') + search + hash : '/'
}
