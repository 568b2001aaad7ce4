import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { toHex, toLinear, type Oklch } from '#core/colour.ts'
import { CARD_SIZE, type Card } from '#sections/discovery/card.ts'

/** What a card is drawn with: its pen, its colours, and the side of it on which reading begins. */
export type Sheet = { pen: SKRSContext2D; accent: string; icon: Image | null; card: Card; mirrored: boolean }

/** Where something so wide begins that stands so far from the edge at which reading begins. */
export function startOf({ mirrored }: Pick<Sheet, 'mirrored'>, distance: number, width: number): number {
  return mirrored ? CARD_SIZE.width - distance - width : distance
}

export function css(colour: Oklch): string {
  return toHex(toLinear(colour))
}
