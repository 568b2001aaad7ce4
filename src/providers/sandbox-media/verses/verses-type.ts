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
