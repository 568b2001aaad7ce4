/** The languages of the interface, English first: the one list. `locales/<language>/` holds the strings of each. */
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

/** The groups of strings, each a file of `locales/<language>/`: its keys begin with its name. */
export const namespaces = /** @type {const} */ ([
  'application',
  'auth',
  'chat',
  'common',
  'console',
  'credential',
  'distribution',
  'docs',
  'field',
  'flux',
  'hailuo',
  'headshots',
  'kling',
  'luma',
  'mail',
  'midjourney',
  'model',
  'nanobanana',
  'operator',
  'order',
  'pika',
  'pixverse',
  'problem',
  'qrart',
  'service',
  'site',
  'suno',
  'usage',
  'user',
  'veo'
])

/**
 * The integration starts i18next with this before a page renders, and remembers it for its helpers of paths. The strings
 * are bundled with the site, where the integration's own loader would read files while pages render.
 */
const config = {
  defaultLocale: 'en',
  locales: /* @__PURE__ */ locales.slice(),
  namespaces: /* @__PURE__ */ namespaces.slice(),
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServerPlugins: { fsBackend: null, '{ bundled }': '/src/i18n/bundled.ts' },
  i18nextServer: {
    initAsync: false,
    fallbackLng: 'en',
    preload: /* @__PURE__ */ locales.slice(),
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }
  }
}

export default config
// astro-i18next loads its config by `require`, which reads a module's export of this name.
export { config as 'module.exports' }
