import type { SandboxLanguage } from '#providers/sandbox-language.ts'
import { ar } from '#providers/sandbox-media/verses/ar.ts'
import { de } from '#providers/sandbox-media/verses/de.ts'
import { en } from '#providers/sandbox-media/verses/en.ts'
import { zh } from '#providers/sandbox-media/verses/zh.ts'

/** What songs of one language are put together from. `{{word}}` stands for a word of the prompt. */
export type Verses = {
  /** When a prompt has no word to sing of. */
  unnamed: string
  titles: readonly string[]
  /** Stanzas of four lines. */
  verses: readonly string[]
  choruses: readonly string[]
  bridges: readonly string[]
  endings: readonly string[]
  tags: readonly string[]
}

export const VERSES = { en, de, zh, ar } satisfies Record<SandboxLanguage, Verses>
