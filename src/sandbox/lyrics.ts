import { randomChoice, seededRandom, type Random } from '#media/random.ts'
import { languageOf } from '#i18n/language-of.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'

export type Lyrics = { title: string; text: string; tags: string[] }

/** Minimum length of a word in a song. Scripts without spaces have shorter words. */
const SHORTEST = { spaced: 4, dense: 2 }

/** Writes a song about the longest words of a prompt. Equal prompts and seeds give equal songs. */
export function makeLyrics({ prompt, seed }: { prompt: string; seed: number | string }): Lyrics {
  const lines = loadSandboxStrings(languageOf(prompt))
  const random = seededRandom(`lyrics ${seed} ${prompt}`)
  const [word = lines.text('song.unnamed'), other = word] = longestWords(
    prompt,
    lines.text('song.skip').split(', ')
  )
  const say = (text: string, sung = word): string => text.replaceAll('{{word}}', () => sung)
  const [first, second] = two(random, lines.list('song.verse'))
  const chorus = say(randomChoice(random, lines.list('song.chorus')))
  const parts = [
    ['Verse', say(first)],
    ['Chorus', chorus],
    ['Verse', say(second, other)],
    ['Chorus', chorus],
    ['Bridge', say(randomChoice(random, lines.list('song.bridge')))],
    ['Outro', say(randomChoice(random, lines.list('song.ending')))]
  ]
  const named = word.charAt(0).toUpperCase() + word.slice(1)
  const [one, another] = two(random, lines.list('song.tag'))
  return {
    title: say(randomChoice(random, lines.list('song.title')), named),
    text: parts.map(([name, text]) => `[${name}]\n${text}`).join('\n\n'),
    tags: [one, another]
  }
}

/**
 * Returns the two longest words of a prompt.
 * @param skipped words that only say that the prompt asks for a song
 */
function longestWords(prompt: string, skipped: readonly string[]): string[] {
  const shortest = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
    prompt
  )
    ? SHORTEST.dense
    : SHORTEST.spaced
  const words = [...new Intl.Segmenter(languageOf(prompt), { granularity: 'word' }).segment(prompt)]
    .filter(({ isWordLike, segment }) => isWordLike === true && segment.length >= shortest)
    .map(({ segment }) => segment.slice(0, 30))
    .filter(word => !skipped.includes(word.toLowerCase()))
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, 2)
}

/** Chooses two different words. */
function two(random: Random, choices: readonly string[]): [string, string] {
  const first = randomChoice(random, choices)
  const rest = choices.filter(choice => choice !== first)
  return [first, randomChoice(random, rest)]
}
