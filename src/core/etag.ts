/**
 * Does the caller already have this version? By any of those it names; a proxy that compressed an answer has made its tag weak.
 * @param etag in its quotes
 */
export function isKnown({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match')
  return known !== null && known.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}
