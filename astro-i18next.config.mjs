import { readdirSync } from 'node:fs'

/** The one list of languages: the folders of `locales/`. The strings are loaded by `src/i18n/hub.ts`. */
const locales = readdirSync(new URL('./locales', import.meta.url))

const config = {
  defaultLocale: 'en',
  locales: ['en', ...locales.filter(locale => locale !== 'en')],
  defaultNamespace: 'common',
  load: [],
  resourcesBasePath: '/locales'
}

export default config
// astro-i18next loads its config by `require`, which reads a module's export of this name.
export { config as 'module.exports' }
