import { OFFLINE_FAILURE } from '#client/offline.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { loadToolModule, type ToolModule } from '#islands/tool-lazily.ts'
import { changeForm, switchFormVerb, setField } from '#stores/tool-form.ts'
import type { FormParts } from '#ui/tool/parts.ts'

type FormActs = Pick<FormParts, 'onField' | 'onFiles' | 'onLibrary' | 'onGenerate'> & {
  openVerb(verb: string): void
}

/**
 * Creates the user's actions in a tool's form. Code that uses the network is loaded when needed.
 * @param isGuest a guest has no library to choose files from
 */
export function createFormHandlers(service: Service, t: Translate, isGuest: boolean): FormActs {
  const later = <T>(work: (part: ToolModule) => T | Promise<T>): Promise<T | void> =>
    loadToolModule().then(work, () => changeForm(service, { failure: OFFLINE_FAILURE }))
  return {
    openVerb: verb => switchFormVerb(service, verb),
    onField: (name, value) => setField(service, name, value),
    onFiles: (name, field, ...files) =>
      later(part => part.uploadFilesToField({ service, name, field }, ...files)),
    onLibrary: isGuest
      ? undefined
      : (name, field) => later(part => void part.chooseFromLibrary({ service, name, field }, t)),
    onGenerate: () => later(part => void part.submitToolForm(service, t))
  }
}
