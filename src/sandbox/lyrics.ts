import { choose, seededRandom, type Random } from '#media/random.ts'
import { languageOf } from '#sandbox/language.ts'
import { wholeWords } from '#sandbox/small-words.ts'
import { wordsOf } from '#sandbox/topic.ts'
import { sandboxWords } from '#sandbox/words.ts'

/** Words of a wish for a song that are not what it is about. */
const ABOUT =
  wholeWords(`songs? lyrics? music lieder lied liedtext musik can[cç]i[oó]n(?:es)? can[cç]ão letra música chansons? paroles
  musique canzon[ei] brano musica piosenk[aęi] utwór muzyka laulu(?:n|ja)? kappale(?:en)? musiikki låt(?:en)? sång musik pesm[aeu] песн[яюи]
  музыка пісн[яюі] музика песм[аеу] τραγούδι στίχοι στίχους μουσική أغنية كلمات عن 노래 가사 노래를 가사를`)
const ABOUT_HAN = /歌曲|歌词|首歌|的歌|关于|歌詞|關於|の歌|の曲/gu

export type Lyrics = { title: string; text: string; tags: string[] }

/** Writes a song about the words of a prompt, in its language as its script and small words tell: the same prompt and seed give the same song. */
export function makeLyrics({ prompt, seed }: { prompt: string; seed: number | string }): Lyrics {
  const language = languageOf(prompt)
  const lines = sandboxWords(language)
  const random = seededRandom(`lyrics ${seed} ${prompt}`)
  const found = wordsOf(prompt.replaceAll(ABOUT, ' ').replaceAll(ABOUT_HAN, ' '), language)
  const words = found.length > 0 ? found : [lines.text('song.unnamed')]
  const word = choose(random, words)
  const say = (text: string, sung = word): string => text.replaceAll('{{word}}', () => sung)
  const [first, second] = two(random, lines.list('song.verse'))
  const chorus = say(choose(random, lines.list('song.chorus')))
  const parts = [
    ['Verse', say(first, words[0])],
    ['Chorus', chorus],
    ['Verse', say(second, words[1] ?? word)],
    ['Chorus', chorus],
    ['Bridge', say(choose(random, lines.list('song.bridge')))],
    ['Outro', say(choose(random, lines.list('song.ending')))]
  ]
  const title = say(
    choose(random, lines.list('song.title')),
    word.charAt(0).toUpperCase() + word.slice(1)
  )
  const [one, other] = two(random, lines.list('song.tag'))
  return {
    title,
    text: parts.map(([name, text]) => `[${name}]\n${text}`).join('\n\n'),
    tags: [one, other]
  }
}

/** Two different ones. */
function two(random: Random, choices: readonly string[]): [string, string] {
  const first = choose(random, choices)
  return [
    first,
    choose(
      random,
      choices.filter(choice => choice !== first)
    )
  ]
}
