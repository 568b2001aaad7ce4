import { createHash } from 'node:crypto'
import type { Site } from '#contract/site.ts'

/**
 * Square icons with their size in pixels. Systems may cut `maskable` to any shape. Apple phones put
 * `touch` on the home screen.
 */
export const ICONS = {
  '48': { size: 48, opaque: false },
  '192': { size: 192, opaque: false },
  '512': { size: 512, opaque: false },
  'touch-180': { size: 180, opaque: true },
  'maskable-512': { size: 512, opaque: true }
} as const
export type IconName = keyof typeof ICONS

/** Version of the drawing. A new version gives the same source image new icon addresses. */
const DRAWING = 1

export function isIconName(text: string): text is IconName {
  return Object.hasOwn(ICONS, text)
}

/**
 * Returns the address of a site's icon. It includes a hash of the source, so that caches may keep
 * it forever.
 */
export function iconAddress(site: Pick<Site, 'favicon'>, name: IconName): string {
  return `/icons/${iconKey(site)}-${name}.png`
}

/**
 * Returns a hash of the source of a site's icons. A file of ours never changes under its address,
 * so the address is enough.
 */
export function iconKey({ favicon }: Pick<Site, 'favicon'>): string {
  return createHash('sha256').update(`${DRAWING}\n${favicon}`).digest('hex').slice(0, 12)
}
