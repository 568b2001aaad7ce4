import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { toHex, oklchToLinear, type Oklch } from '#core/colour.ts'
import { CARD_SIZE, type PreviewCard } from '#sections/discovery/card.ts'

/** The state of a drawing: canvas context, colours, and the side where reading begins. */
export type CardCanvas = {
  pen: SKRSContext2D
  accent: string
  icon: Image | null
  /** Replaces the sketch of a tool. */
  picture: Image | null
  card: PreviewCard
  mirrored: boolean
}

/**
 * Returns the left edge, in pixels, of a box of this width at this distance from the edge where
 * reading begins.
 */
export function boxLeftEdge(
  { mirrored }: Pick<CardCanvas, 'mirrored'>,
  distance: number,
  width: number
): number {
  return mirrored ? CARD_SIZE.width - distance - width : distance
}

export function cssColor(colour: Oklch): string {
  return toHex(oklchToLinear(colour))
}
