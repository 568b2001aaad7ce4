/** The path of a file: 43 characters with 256 random bits, which grant access, and any name. */
const FILE_PATH = /^\/files\/([\w-]{43})(?:\/[^/]*)?$/

/** Returns the id in the path of an address; null when it names no file. */
export function fileIdIn(path: string): string | null {
  return FILE_PATH.exec(path)?.[1] ?? null
}
