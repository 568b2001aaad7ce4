/**
 * Checks whether the caller already has this version, by any of the tags in `If-None-Match`. A
 * proxy that compressed a response has made its tag weak.
 * @param etag the tag with its quotes
 */
export function matchesEtag({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match')
  return (
    known !== null &&
    known.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
  )
}
