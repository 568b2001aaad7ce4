import { choose, seededRandom } from '#media/random.ts'
import { palette, type Palette, type PaletteName } from '#sandbox/pictures/palette.ts'
import {
  FEATURES,
  HUES,
  MOODS,
  SUBJECTS,
  type Feature,
  type Subject
} from '#sandbox/pictures/vocabulary.ts'

/** What the sandbox sees in a prompt. */
export type Reading = {
  mood: PaletteName
  subject: Subject
  palette: Palette
  has: (feature: Feature) => boolean
}

const ANY_SUBJECT: readonly Subject[] = [
  'landscape',
  'flow',
  'sea',
  'geometric',
  'landscape',
  'flow'
]
const ANY_MOOD: readonly PaletteName[] = [
  'dawn',
  'day',
  'sunset',
  'dusk',
  'spring',
  'autumn',
  'ocean',
  'forest',
  'pastel'
]

/** Words choose the subject, the colours and what stands in it; where they tell nothing, chance that follows from the prompt does. */
export function readPicturePrompt(prompt: string): Reading {
  const random = seededRandom(`reading ${prompt}`)
  const subject =
    SUBJECTS.find(([, pattern]) => pattern.test(prompt))?.[0] ?? choose(random, ANY_SUBJECT)
  const mood =
    MOODS.find(([, pattern]) => pattern.test(prompt))?.[0] ??
    moodOf(subject) ??
    choose(random, ANY_MOOD)
  const hues = HUES.filter(([, pattern]) => pattern.test(prompt)).map(([hue]) => hue)
  const features = new Set(
    Object.entries(FEATURES).flatMap(([name, pattern]) => (pattern.test(prompt) ? [name] : []))
  )
  return { subject, mood, palette: palette(mood, hues), has: feature => features.has(feature) }
}

/** Space is dark unless it is told otherwise. */
function moodOf(subject: Subject): PaletteName | null {
  return subject === 'space' ? 'night' : null
}
