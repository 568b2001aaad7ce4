import type { Language } from './locales.ts'

/** By language: what something must not be called, and what it is called instead. */
const STRAY: Readonly<Record<string, readonly [RegExp, string][]>> = {
  de: [
    [/(?<!\p{L})Sandbox/u, 'Probebetrieb'],
    [/(?<!\p{L})Site(?!\p{L})/u, 'Website'],
    [/Trace-ID/u, 'Kennung'],
    [/Betreibend/u, 'Betreiber'],
    [/(Betreiber|Support) dieser Seite/u, 'dieser Website']
  ],
  'zh-CN': [
    [/你/u, '您'],
    [/额度|点数/u, '积分'],
    [/词元|个令牌|tokens/u, 'token'],
    [/追踪 ?ID/u, '追踪编号']
  ],
  // Three to ten of them are counted in the plural.
  ar: [
    [/(?<!# )أرصدة/u, 'رصيد'],
    [/بيئة التجربة/u, 'البيئة التجريبية'],
    [/معرّف التتبّع/u, 'رقم التتبع']
  ]
}

/** Sentences that call something by another name than the other groups do. What is code stays as it is. */
export function strayWords(locale: string, language: Language): string[] {
  return Object.values(language).flatMap(group =>
    Object.entries(group).flatMap(([key, text]) =>
      (STRAY[locale] ?? [])
        .filter(([stray]) => stray.test(text.replace(/`[^`]*`/g, '').replace(/\{\{\w+\}\}/g, '#')))
        .map(([, name]) => `${key}: say ${name}`)
    )
  )
}
