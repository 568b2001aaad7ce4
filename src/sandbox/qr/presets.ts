import { palette, type PaletteName } from '#sandbox/pictures/palette.ts'
import { createStage, type Stage, type StageOptions } from '#sandbox/pictures/stage.ts'
import { HUES, SUBJECTS } from '#sandbox/pictures/vocabulary.ts'

/** Colours and light of a preset, and what it adds to a prompt. */
const PRESETS = {
  sunset: ['sunset', 'sun clouds'],
  floral: ['spring', 'flowers garden'],
  snowflakes: ['winter', 'snow stars'],
  feathers: ['pastel', 'birds soft clouds'],
  raindrops: ['storm', 'rain water'],
  'ultra-realism': ['day', 'mountains clouds trees'],
  'epic-realms': ['dusk', 'mountains moon castle'],
  'intricate-studio': ['desert', 'geometric pattern'],
  'symmetric-masterpiece': ['ocean', 'mosaic pattern'],
  'luminous-highway': ['neon', 'city street night'],
  'celestial-journey': ['night', 'galaxy stars planet'],
  'neon-mech': ['neon', 'geometric cube'],
  'ethereal-low-poly': ['pastel', 'geometric mist'],
  'golden-vista': ['desert', 'mountains sun gold'],
  'cinematic-expanse': ['dusk', 'mountains lake clouds'],
  'cinematic-warm': ['autumn', 'trees sun mist'],
  'desolate-wilderness': ['storm', 'desert dunes'],
  'vibrant-palette': ['spring', 'paint swirl'],
  'enigmatic-journey': ['aurora', 'forest mist moon'],
  'timeless-cinematic': ['mono', 'city mist'],
  'regal-galaxy': ['night', 'galaxy purple gold'],
  'illustrious-canvas': ['sunset', 'oil painting'],
  'expressive-mural': ['fire', 'paint flow'],
  'serene-haze': ['dawn', 'lake mist']
} as const satisfies Record<string, readonly [PaletteName, string]>

export type QrPreset = keyof typeof PRESETS

/** The stage of a prompt, in the colours of a preset; what the prompt names stays: its subject and its hues. */
export function presetStage(preset: QrPreset | undefined, options: StageOptions): Stage {
  if (preset === undefined) return createStage(options)
  const [mood, words] = PRESETS[preset]
  const prompt = `${options.prompt} ${words}`
  const hues = HUES.filter(([, pattern]) => pattern.test(prompt)).map(([hue]) => hue)
  const stage = createStage({ ...options, prompt })
  const subject = SUBJECTS.find(([, pattern]) => pattern.test(options.prompt))?.[0] ?? stage.subject
  return { ...stage, subject, mood, palette: palette(mood, hues) }
}
