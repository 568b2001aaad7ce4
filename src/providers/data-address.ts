import { Problem } from '#core/problem.ts'

/** A file that stands in its own address. */
export type InlineFile = { type: string; base64: string }

/** What stands in a `data:` address. @throws Problem `bad_request` for any other */
export function readDataAddress(address: unknown): InlineFile {
  const [whole, type] = /^data:([^;,]+);base64,/.exec(String(address)) ?? []
  if (whole === undefined || type === undefined) throw new Problem('bad_request', { detail: 'an input has to come with its bytes' })
  return { type, base64: String(address).slice(whole.length) }
}
