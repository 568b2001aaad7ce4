import { ownFileAddress } from '#client/own-file.ts'
import type { FieldValues } from '#core/condition.ts'
import { fieldNames } from '#core/field.ts'
import { mainField } from '#core/main-field.ts'
import { placeFile } from '#core/send-to.ts'
import type { Action, Service } from '#core/service.ts'
import { verbsOf, type ToolForm } from '#stores/tool-form.ts'

/**
 * Reads the values with which an address prefills the form of a tool: its prompt
 * (`/flux?prompt=A%20fox`), and files of this studio (`/upscale?image_url=…`). It opens the first
 * verb that takes such a file. Files on other servers are ignored, since anybody may write such a
 * link.
 * @param api the origin of the files
 */
export function prefilledValues(
  service: Service,
  asked: URLSearchParams,
  api: string
): ToolForm['given'] {
  const forms = verbsOf(service).flatMap(verb => {
    const action = service.actions?.[verb]
    return action === undefined ? [] : [{ verb, action, files: filesIn(action, asked, api) }]
  })
  const form = forms.find(({ files }) => Object.keys(files).length > 0) ?? forms[0]
  if (form === undefined) return {}
  const { verb, action, files } = form
  const name = mainField(action)
  const text = action.fields[name]?.type === 'text' ? (asked.get(name) ?? '') : ''
  const values = text === '' ? files : { ...files, [name]: text }
  return Object.keys(values).length === 0 ? {} : { [verb]: values }
}

/** Reads the files of a form, with the choices that it needs to show them. */
function filesIn(action: Action, asked: URLSearchParams, api: string): FieldValues {
  return fieldNames(action.fields, 'file').reduce<FieldValues>((given, name) => {
    const file = ownFileAddress(asked.get(name) ?? '', api)
    return (file !== null && placeFile(action, name, file, given)) || given
  }, {})
}
