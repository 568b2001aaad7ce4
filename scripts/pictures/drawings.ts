import { OLDER_ARTISTS } from './artists.ts'
import { CHINESE } from './chinese.ts'
import { SPECIAL } from './effects.ts'
import { FILM_STYLES, MODELS } from './films.ts'
import { TEMPLATES } from './headshots.ts'
import type { Draw } from './ink.ts'
import { CAMERA } from './kling.ts'
import { LATER_ARTISTS } from './later-artists.ts'
import { LENSES } from './lenses.ts'
import { LIGHTING } from './lighting.ts'
import { MATERIALS } from './materials.ts'
import { MOODS } from './moods.ts'
import { MOVEMENTS } from './movements.ts'
import { EFFECTS } from './pika.ts'
import { PRESETS } from './qr.ts'
import { SHOTS } from './shots.ts'
import { TECHNIQUES } from './techniques.ts'

/** The drawing of each option, by service, field and option. */
export const DRAWINGS: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Draw>>>>>
> = {
  headshots: { template: TEMPLATES },
  qrart: { preset: PRESETS },
  pixverse: { style: FILM_STYLES },
  pika: { effect: EFFECTS },
  kling: { 'camera_control.type': CAMERA },
  midjourney: {
    model: MODELS,
    'elements.style': { ...TECHNIQUES, ...MOVEMENTS },
    'elements.lighting': LIGHTING,
    'elements.artist': { ...OLDER_ARTISTS, ...LATER_ARTISTS },
    'elements.material': MATERIALS,
    'elements.camera': { ...SHOTS, ...LENSES },
    'elements.mood': MOODS,
    'elements.chinese': CHINESE,
    'elements.special': SPECIAL
  }
}
