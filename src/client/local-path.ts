/**
 * A path of this very site that came from outside, safe to go to: begins with one slash, leaves no origin behind it.
 * @returns `/` for anything else
 */
export function localPath(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])/.test(asked)) return '/'
  const url = new URL(asked, 'http://local.invalid')
  return url.origin === 'http://local.invalid' ? url.pathname + url.search + url.hash : '/'
}
