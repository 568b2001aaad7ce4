import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'
import type { SandboxLanguage } from '#providers/sandbox-language.ts'
import { ar } from '#providers/sandbox-media/verses/ar.ts'
import { de } from '#providers/sandbox-media/verses/de.ts'
import { el } from '#providers/sandbox-media/verses/el.ts'
import { en } from '#providers/sandbox-media/verses/en.ts'
import { es } from '#providers/sandbox-media/verses/es.ts'
import { fi } from '#providers/sandbox-media/verses/fi.ts'
import { fr } from '#providers/sandbox-media/verses/fr.ts'
import { it } from '#providers/sandbox-media/verses/it.ts'
import { ja } from '#providers/sandbox-media/verses/ja.ts'
import { ko } from '#providers/sandbox-media/verses/ko.ts'
import { pl } from '#providers/sandbox-media/verses/pl.ts'
import { pt } from '#providers/sandbox-media/verses/pt.ts'
import { ru } from '#providers/sandbox-media/verses/ru.ts'
import { sr } from '#providers/sandbox-media/verses/sr.ts'
import { sv } from '#providers/sandbox-media/verses/sv.ts'
import { uk } from '#providers/sandbox-media/verses/uk.ts'
import { zhCN } from '#providers/sandbox-media/verses/zh-cn.ts'
import { zhTW } from '#providers/sandbox-media/verses/zh-tw.ts'

export const VERSES = {
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
} satisfies Record<SandboxLanguage, Verses>
