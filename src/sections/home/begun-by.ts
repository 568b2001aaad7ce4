import { mainField } from '#core/main-field.ts'
import type { Service } from '#core/service.ts'
import { verbsOf, type ToolForm } from '#stores/tool-form.ts'

/** Reads the prompt with which an address begins the form of a tool: `/flux?prompt=A%20fox`. */
export function begunBy(service: Service, asked: URLSearchParams): ToolForm['given'] {
  const [verb = ''] = verbsOf(service)
  const action = service.actions?.[verb]
  const name = mainField(action)
  const text = asked.get(name) ?? ''
  return action?.fields[name]?.type === 'text' && text !== '' ? { [verb]: { [name]: text } } : {}
}
