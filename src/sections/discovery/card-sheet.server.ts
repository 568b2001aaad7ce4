import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { toHex, toLinear, type Oklch } from '#core/colour.ts'
import { CARD_SIZE, type Card } from '#sections/discovery/card.ts'

/** The state of a drawing: canvas context, colours, and the side where reading begins. */
export type Sheet = {
  pen: SKRSContext2D
  accent: string
  icon: Image | null
  /** Replaces the sketch of a tool. */
  picture: Image | null
  card: Card
  mirrored: boolean
}

/**
 * Returns the left edge, in pixels, of a box of this width at this distance from the edge where
 * reading begins.
 */
export function startOf(
  { mirrored }: Pick<Sheet, 'mirrored'>,
  distance: number,
  width: number
): number {
  return mirrored ? CARD_SIZE.width - distance - width : distance
}

export function cssColour(colour: Oklch): string {
  return toHex(toLinear(colour))
}
