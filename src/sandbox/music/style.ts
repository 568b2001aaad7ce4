import { randomChoice, seededRandom } from '#media/random.ts'

/** The sound of a tune. `tempo` is in beats per minute, `bright` is the share of overtones. */
export type Style = { name: string; tempo: number; minor: boolean; drums: boolean; bright: number }

/** Styles with the words that ask for them, as people write them for music models. */
const STYLES: readonly (readonly [RegExp, Style])[] = [
  [/ambient|sleep|meditat|calm|drone/i, style('ambient', 66, false, false, 0.2)],
  [/lo-?fi|chill|study/i, style('lo-fi', 78, true, true, 0.25)],
  [/classic|piano|orchest|strings|waltz/i, style('piano', 88, false, false, 0.3)],
  [/jazz|swing|blues|soul/i, style('jazz', 104, true, true, 0.35)],
  [/folk|acoustic|country|guitar|ballad/i, style('folk', 96, false, true, 0.4)],
  [/metal|punk|hard ?core/i, style('metal', 152, true, true, 0.9)],
  [/rock|grunge|indie/i, style('rock', 126, false, true, 0.75)],
  [/house|techno|edm|dance|trance|electro|synth|disco/i, style('electronic', 124, true, true, 0.6)],
  [/hip[- ]?hop|rap|trap|r&b/i, style('hip-hop', 86, true, true, 0.45)],
  [/pop|happy|upbeat|summer/i, style('pop', 112, false, true, 0.5)]
]

function style(name: string, tempo: number, minor: boolean, drums: boolean, bright: number): Style {
  return { name, tempo, minor, drums, bright }
}

/** Returns the first style that the words ask for, or one that the seed chooses. */
export function chooseMusicStyle(words: string, seed: string): Style {
  const found = STYLES.find(([pattern]) => pattern.test(words))?.[1]
  return found ?? randomChoice(seededRandom(`style ${seed}`), STYLES)[1]
}
