import { Problem } from '#core/problem.ts'

/** A file whose bytes are inside its `data:` address. */
type InlineFile = { type: string; base64: string }

/**
 * Reads a base64 `data:` address.
 * @throws Problem `bad_request` for any other address
 */
export function parseDataUrl(address: unknown): InlineFile {
  const [whole, type] = /^data:([^;,]+);base64,/.exec(String(address)) ?? []
  if (whole === undefined || type === undefined)
    throw new Problem('bad_request', { detail: 'send the data of the input, not its address' })
  return { type, base64: String(address).slice(whole.length) }
}

/** Returns the bytes of a `data:` address in Base64. Any other address is returned as it is. */
export function base64OrUrl(address: string): string {
  return address.startsWith('data:') ? parseDataUrl(address).base64 : address
}
