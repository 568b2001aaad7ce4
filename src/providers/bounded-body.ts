/**
 * Reads the body of an answer.
 * @param most largest accepted size in bytes
 * @param tooLarge makes the error for a larger body
 * @throws Error of `tooLarge`, or of the connection
 */
export async function readBoundedBody(
  { body }: Response,
  most: number,
  tooLarge: () => Error
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
