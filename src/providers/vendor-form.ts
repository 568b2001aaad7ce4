import type { Json } from '#core/json.ts'
import { readDataAddress } from '#providers/data-address.ts'

/**
 * Turns the values of a request into a form. `data:` addresses become files with their bytes, and
 * each value of a list a part of its own with `[]` behind its name.
 */
export function vendorForm(body: Readonly<Record<string, Json>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    for (const each of [value].flat()) {
      const part = Array.isArray(value) ? `${name}[]` : name
      const text = typeof each === 'string' ? each : JSON.stringify(each)
      if (!text.startsWith('data:')) form.append(part, text)
      else form.append(part, ...fileOf(text))
    }
  return form
}

/** Vendors tell the format of a file by the end of its name, such as `mp3`. */
function fileOf(address: string): [Blob, string] {
  const { type, base64 } = readDataAddress(address)
  const format = type.split('/')[1]?.replace(/^x-/, '').replace('mpeg', 'mp3') ?? 'bin'
  return [new Blob([Buffer.from(base64, 'base64')], { type }), `input.${format}`]
}
