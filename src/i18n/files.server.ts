import type { BackendModule } from 'i18next'
import { readStrings } from '#i18n/read-strings.server.ts'

/**
 * The i18next backend that reads the files of a language. It answers synchronously, so a page can
 * use a language at once.
 */
export const stringFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => done(null, readStrings(language, namespace))
}
