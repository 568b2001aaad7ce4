import { serviceGroups } from './src/catalog/groups.mjs'

/**
 * The languages of the interface, English first. No other file lists them. `locales/<language>/`
 * holds the strings of each language.
 */
export const locales = /** @type {const} */ ([
  'en',
  'de',
  'pt',
  'es',
  'fr',
  'zh-CN',
  'zh-TW',
  'it',
  'ko',
  'ja',
  'ru',
  'pl',
  'fi',
  'sv',
  'el',
  'uk',
  'ar',
  'sr'
])

const sharedGroups = /** @type {const} */ ([
  'application',
  'auth',
  'common',
  'compare',
  'console',
  'credential',
  'distribution',
  'docs',
  'field',
  'explore',
  'library',
  'mail',
  'model',
  'operate',
  'operator',
  'order',
  'player',
  'preset',
  'problem',
  'project',
  'sandbox',
  'service',
  'site',
  'usage',
  'user'
])

/**
 * The groups of strings. Each group is a file in `locales/<language>/`, and its keys begin with its
 * name. Every service has one.
 */
export const namespaces = /* @__PURE__ */ sharedGroups.concat(/** @type {any} */ (serviceGroups))

/**
 * The integration starts i18next with these options before a page renders, and keeps them for its
 * path helpers. i18next starts with English, and `src/i18n/hub.ts` has it load other languages. The
 * integration's own loader would deliver them only after the page is rendered.
 */
const config = {
  defaultLocale: 'en',
  locales: /* @__PURE__ */ locales.slice(),
  namespaces: /* @__PURE__ */ namespaces.slice(),
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServerPlugins: { fsBackend: null, '{ stringFiles }': '/src/i18n/files.server.ts' },
  i18nextServer: {
    initAsync: false,
    fallbackLng: 'en',
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }
  }
}

export default config
// astro-i18next loads its config with `require`, which reads the export of this name.
export { config as 'module.exports' }
