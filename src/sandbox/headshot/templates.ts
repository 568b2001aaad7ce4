import type { Tone } from '#sandbox/pictures/tone.ts'

export type Template =
  | 'male_portrait'
  | 'male_portrait2'
  | 'kindergarten'
  | 'logo_tshirt'
  | 'wedding'
  | 'business_photo'
  | 'bob_suit'
  | 'female_portrait'

type Backdrop = 'studio' | 'lights' | 'office' | 'playroom'

/** What is worn, and in which colours. */
export type Garment =
  | { cut: 'suit'; cloth: Tone; shirt: Tone; tie?: Tone; bow?: Tone; flower?: Tone }
  | { cut: 'shirt'; cloth: Tone; under: Tone }
  | { cut: 'round'; cloth: Tone; stripes?: Tone; logo?: Tone }

export type Look = {
  backdrop: Backdrop
  /** Of the backdrop: behind the head, at the edges, and what stands out. */
  tones: readonly [Tone, Tone, Tone]
  /** Of the light on the face. */
  light: Tone
  garment: Garment
  /** Hair that falls beside the face. */
  hair?: Tone
}

const WHITE: Tone = [0.97, 0.005, 90]

export const LOOKS: Readonly<Record<Template, Look>> = {
  male_portrait: {
    backdrop: 'studio',
    tones: [
      [0.46, 0.02, 255],
      [0.2, 0.02, 260],
      [0.6, 0.02, 250]
    ],
    light: [0.93, 0.04, 85],
    garment: { cut: 'round', cloth: [0.24, 0.02, 265] }
  },
  male_portrait2: {
    backdrop: 'studio',
    tones: [
      [0.62, 0.07, 60],
      [0.3, 0.05, 50],
      [0.75, 0.08, 70]
    ],
    light: [0.95, 0.06, 75],
    garment: { cut: 'shirt', cloth: [0.93, 0.012, 240], under: [0.8, 0.02, 60] }
  },
  kindergarten: {
    backdrop: 'playroom',
    tones: [
      [0.95, 0.05, 95],
      [0.85, 0.09, 200],
      [0.75, 0.17, 30]
    ],
    light: [0.98, 0.04, 95],
    garment: { cut: 'round', cloth: [0.84, 0.16, 88], stripes: [0.97, 0.02, 95] }
  },
  logo_tshirt: {
    backdrop: 'studio',
    tones: [
      [0.95, 0.01, 230],
      [0.8, 0.02, 235],
      [0.98, 0.01, 230]
    ],
    light: [0.98, 0.01, 200],
    garment: { cut: 'round', cloth: WHITE, logo: [0.62, 0.2, 30] }
  },
  wedding: {
    backdrop: 'lights',
    tones: [
      [0.92, 0.03, 80],
      [0.72, 0.05, 65],
      [0.98, 0.05, 90]
    ],
    light: [0.98, 0.05, 80],
    garment: {
      cut: 'suit',
      cloth: [0.2, 0.015, 270],
      shirt: WHITE,
      bow: [0.16, 0.01, 270],
      flower: [0.95, 0.05, 20]
    }
  },
  business_photo: {
    backdrop: 'office',
    tones: [
      [0.86, 0.03, 235],
      [0.55, 0.05, 245],
      [0.97, 0.02, 220]
    ],
    light: [0.97, 0.02, 220],
    garment: { cut: 'suit', cloth: [0.3, 0.06, 262], shirt: WHITE, tie: [0.42, 0.14, 20] }
  },
  bob_suit: {
    backdrop: 'studio',
    tones: [
      [0.7, 0.06, 190],
      [0.42, 0.06, 200],
      [0.8, 0.05, 185]
    ],
    light: [0.96, 0.03, 190],
    garment: { cut: 'suit', cloth: [0.74, 0.015, 90], shirt: [0.2, 0.01, 280] },
    hair: [0.22, 0.03, 40]
  },
  female_portrait: {
    backdrop: 'lights',
    tones: [
      [0.84, 0.06, 10],
      [0.55, 0.09, 355],
      [0.93, 0.06, 30]
    ],
    light: [0.97, 0.05, 40],
    garment: { cut: 'round', cloth: [0.42, 0.13, 15] }
  }
}
