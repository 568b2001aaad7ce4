import type { Json } from '#core/json.ts'
import { parseDataUrl } from '#providers/data-address.ts'

/**
 * Turns the values of a request into a form. `data:` addresses become files with their bytes. Each
 * value of a list becomes its own part, whose name ends with `[]`.
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

/**
 * Turns a `data:` address into a file. Vendors recognise its format by the ending of its name, such
 * as `mp3`.
 */
function fileOf(address: string): [Blob, string] {
  const { type, base64 } = parseDataUrl(address)
  const format = type.split('/')[1]?.replace(/^x-/, '').replace('mpeg', 'mp3') ?? 'bin'
  return [new Blob([Buffer.from(base64, 'base64')], { type }), `input.${format}`]
}
