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

/**
 * Asks the server for the media type of a file of this studio, and its size in bytes.
 * @returns null if the file is gone or the server does not respond
 */
export async function fetchFileFacts(
  address: string
): Promise<{ type: string; size: number } | null> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null)
  if (!answer?.ok) return null
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';', 1)
  return { type, size: Number(answer.headers.get('content-length')) }
}

/** Returns the name in the address of a file, as people read it. */
export function fileNameIn(address: string): string {
  const name = address.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // Anybody may have written the address.
    return name
  }
}
