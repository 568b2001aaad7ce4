import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'
import type { SandboxLanguage } from '#providers/sandbox-language.ts'
import { ar } from '#providers/sandbox-phrases/ar.ts'
import { de } from '#providers/sandbox-phrases/de.ts'
import { el } from '#providers/sandbox-phrases/el.ts'
import { en } from '#providers/sandbox-phrases/en.ts'
import { es } from '#providers/sandbox-phrases/es.ts'
import { fi } from '#providers/sandbox-phrases/fi.ts'
import { fr } from '#providers/sandbox-phrases/fr.ts'
import { it } from '#providers/sandbox-phrases/it.ts'
import { ja } from '#providers/sandbox-phrases/ja.ts'
import { ko } from '#providers/sandbox-phrases/ko.ts'
import { pl } from '#providers/sandbox-phrases/pl.ts'
import { pt } from '#providers/sandbox-phrases/pt.ts'
import { ru } from '#providers/sandbox-phrases/ru.ts'
import { sr } from '#providers/sandbox-phrases/sr.ts'
import { sv } from '#providers/sandbox-phrases/sv.ts'
import { uk } from '#providers/sandbox-phrases/uk.ts'
import { zhCN } from '#providers/sandbox-phrases/zh-cn.ts'
import { zhTW } from '#providers/sandbox-phrases/zh-tw.ts'

export const PHRASES: Record<SandboxLanguage, Phrases> = {
  en,
  de,
  pt,
  es,
  fr,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  it,
  ko,
  ja,
  ru,
  pl,
  fi,
  sv,
  el,
  uk,
  ar,
  sr
}
