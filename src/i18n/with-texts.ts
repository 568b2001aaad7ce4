import type { Strings, Translate } from '#i18n/translate.ts'

/** Returns a translator that also has these texts, which are the same in every language. */
export function withTexts(t: Translate, texts: Strings): Translate {
  const read: Translate = (key, values) =>
    Object.hasOwn(texts, key) ? (texts[key] ?? '') : t(key, values)
  return Object.assign(read, {
    has: (key: string) => Object.hasOwn(texts, key) || t.has?.(key) !== false
  })
}
