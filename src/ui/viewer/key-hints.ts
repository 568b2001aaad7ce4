import type { Translate } from '#i18n/translate.ts'

/** By the string that names a button of the viewer, the key that does the same. */
const KEYS = {
  'field.view.previous': '←',
  'field.view.next': '→',
  'field.view.zoom_in': '+',
  'field.view.zoom_out': '-',
  'field.view.zoom_reset': '0',
  'field.view.frame_previous': ',',
  'field.view.frame_next': '.'
} as const

const MIRRORED: Readonly<Record<string, string>> = { '←': '→', '→': '←' }

/**
 * Returns the name of a button of the viewer, and a tooltip that also says which key does the same.
 */
export function nameWithKey(
  string: keyof typeof KEYS,
  t: Translate
): { name: string; title: string } {
  const name = t(string)
  const rtl = getComputedStyle(document.documentElement).direction === 'rtl'
  const key = KEYS[string]
  return { name, title: t('field.view.hint', { name, keys: (rtl && MIRRORED[key]) || key }) }
}
