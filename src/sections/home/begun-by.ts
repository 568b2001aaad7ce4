import type { FileField } from '#core/field.ts'
import { mainField } from '#core/main-field.ts'
import type { Service } from '#core/service.ts'
import { ownFileAddress } from '#client/own-file.ts'
import { verbsOf, type ToolForm } from '#stores/tool-form.ts'

/**
 * Reads the values with which an address prefills the form of a tool: its prompt
 * (`/flux?prompt=A%20fox`), and files of this studio (`/upscale?image_url=…`). Files on other
 * servers are ignored, since anybody may write such a link.
 * @param api the origin of the files
 */
export function prefilledValues(
  service: Service,
  asked: URLSearchParams,
  api: string
): ToolForm['given'] {
  const [verb = ''] = verbsOf(service)
  const action = service.actions?.[verb]
  const name = mainField(action)
  const given = Object.entries(action?.fields ?? {}).flatMap(([key, field]) => {
    const value = asked.get(key) ?? ''
    if (value === '') return []
    if (field.type === 'file') {
      const file = ownFileAddress(value, api)
      return file === null ? [] : [[key, listed(field, file)]]
    }
    return key === name && field.type === 'text' ? [[key, value]] : []
  })
  return given.length === 0 ? {} : { [verb]: Object.fromEntries(given) }
}

function listed({ max, list }: FileField, address: string): string | string[] {
  return max > 1 || list === true ? [address] : address
}
