/**
 * What the sandbox makes its answers of. This is what a model would say, not what the interface says, and it follows
 * the language of the question, and that of the page only where the question tells none: so it stands here and not in `locales/`.
 * `{{topic}}` is the question, `{{word}}` a word of it, `{{files}}` what came with it.
 */
export type Phrases = {
  /** The line that says what this is. */
  notice: string
  /** The line that says which files came with the question. */
  attached: string
  openings: readonly string[]
  paragraphs: readonly string[]
  points: { intro: string; items: readonly string[] }
  table: { intro: string; head: readonly string[]; cells: readonly (readonly string[])[] }
  code: string
  closings: readonly string[]
  /** What a reasoning model thinks aloud, in this order. */
  thoughts: readonly string[]
  /** Stands for a topic or a word where the question has none. */
  unnamed: string
}
