import type { Ink } from './ink.ts'
import { hills, house, ridge, tree } from './scenery.ts'

export type Colours = {
  sky: readonly string[]
  sun: string
  far: string
  near: string
  grass: string
  wall: string
  roof: string
  window: string
  crown: string
  trunk: string
}

export const DAY: Colours = {
  sky: ['#5aa7e0', '#d6ecf6'],
  sun: '#ffe27a',
  far: '#6f86b8',
  near: '#7fb36a',
  grass: '#4f8f4a',
  wall: '#f6ead2',
  roof: '#d1543b',
  window: '#3c4f73',
  crown: '#2f6e45',
  trunk: '#6b4630'
}

/** Draws a house under a mountain: the same scene for each style, so that the styles compare. */
export function village(ink: Ink, colours: Colours = DAY): void {
  const { sky, sun, far, near, grass, wall, roof, window, crown, trunk } = colours
  ink.ground(...sky)
  ink.disc([74, 24], 10, sun)
  ridge(ink, 66, 42, far, 12, 3)
  hills(ink, 70, 12, near, 3)
  hills(ink, 86, 8, grass, 7)
  house(ink, [33, 82], 28, wall, roof, window)
  tree(ink, [73, 88], 36, crown, trunk)
}
