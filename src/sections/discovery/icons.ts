import { createHash } from 'node:crypto'
import type { Site } from '#contract/site.ts'

/** Squares of so many pixels; `maskable` may be cut to any shape, `touch` is what a phone of Apple's puts on its home screen. */
export const ICONS = {
  '48': { size: 48, opaque: false },
  '192': { size: 192, opaque: false },
  '512': { size: 512, opaque: false },
  'touch-180': { size: 180, opaque: true },
  'maskable-512': { size: 512, opaque: true }
} as const
export type IconName = keyof typeof ICONS

/** Counts the ways in which icons were drawn: another one is another picture of the same source. */
const DRAWING = 1

export function isIconName(text: string): text is IconName {
  return Object.hasOwn(ICONS, text)
}

/** Where an icon of a site is. What it is made of is part of the address, so that it may be kept for ever. */
export function iconAddress(site: Pick<Site, 'favicon'>, name: IconName): string {
  return `/icons/${iconKey(site)}-${name}.png`
}

/** Names what the icons of a site are made of: a file of ours never changes under its address. */
export function iconKey({ favicon }: Pick<Site, 'favicon'>): string {
  return createHash('sha256').update(`${DRAWING}\n${favicon}`).digest('hex').slice(0, 12)
}
