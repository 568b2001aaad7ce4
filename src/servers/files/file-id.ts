/** The path of a file: 256 random bits that open it, and a name that opens nothing. */
const FILE_PATH = /^\/files\/([\w-]{43})(?:\/[^/]*)?$/

/** Returns the id in the path of an address; null when it names no file. */
export function fileIdIn(path: string): string | null {
  return FILE_PATH.exec(path)?.[1] ?? null
}
