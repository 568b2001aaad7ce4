import type { FieldValues } from '#core/condition.ts'
import { mainField } from '#core/main-field.ts'
import type { Service } from '#core/service.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import { currentForm } from '#stores/tool-form.ts'
import type { ExampleHandlers } from '#ui/tool/Intro.tsx'

/** Fills in the form of an action. */
type Fill = (verb: string, values: FieldValues) => void

/** Creates the user's actions on the examples of a tool. */
export function createExampleHandlers(service: Service, fill: Fill): ExampleHandlers {
  return {
    takeExample(prompt, at) {
      const [verb = '', action] = Object.entries(service.actions ?? {})[0] ?? []
      const main = mainField(action)
      const words = action?.fields[main]?.type === 'text' ? { [main]: prompt } : {}
      fill(verb, replacementValues(service, verb, { ...words, ...service.examples?.[at] }))
    },
    takeFeatured({ action, settings }) {
      if (action !== null) fill(action, replacementValues(service, action, settings))
      // A reload must not replace what the user changes from here on.
      const url = new URL(location.href)
      url.searchParams.delete('try')
      history.replaceState(history.state, '', url)
    }
  }
}

/**
 * Returns values that replace all values of a form. Fields that are not in `settings` become empty,
 * but the main file of a form stays.
 * @param settings under the names of the API
 */
export function replacementValues(
  service: Service,
  verb: string,
  settings: Readonly<Record<string, unknown>>
): FieldValues {
  const action = service.actions?.[verb]
  const fields = action?.fields ?? {}
  const main = mainField(action)
  const own = fields[main]?.type === 'file' ? currentForm(service).given[verb]?.[main] : undefined
  const none = Object.fromEntries(Object.keys(fields).map(name => [name, '']))
  return {
    ...none,
    ...(own !== undefined && { [main]: own }),
    ...(normalizeFieldNames(fields, settings) as FieldValues)
  }
}
