import { OFFLINE } from '#client/offline.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { loadLater, type Later } from '#islands/tool-lazily.ts'
import { change, openVerb, setField } from '#stores/tool-form.ts'
import type { FormParts } from '#ui/tool/parts.ts'

type FormActs = Pick<FormParts, 'onField' | 'onFiles' | 'onGenerate'> & {
  openVerb(verb: string): void
}

/**
 * Creates the user's actions in a tool's form. Code that uses the network is loaded when needed.
 */
export function createFormActs(service: Service, t: Translate): FormActs {
  const later = (work: (part: Later) => void): void =>
    void loadLater().then(work, () => change(service, { failure: OFFLINE }))
  return {
    openVerb: verb => openVerb(service, verb),
    onField: (name, value) => setField(service, name, value),
    onFiles: (name, field, files) =>
      later(part => part.uploadInto({ service, name, field }, files)),
    onGenerate: () => later(part => void part.submit(service, t))
  }
}
