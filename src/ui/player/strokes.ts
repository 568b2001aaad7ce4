import { CARD_ICONS } from '#ui/tool/card-strokes.ts'

const REPEAT = 'M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4'

/** Paths of the player's icons, for a view box of 24 by 24. */
export const PLAYER_ICONS = {
  play: CARD_ICONS.play,
  pause: CARD_ICONS.pause,
  close: CARD_ICONS.close,
  sound: CARD_ICONS.sound,
  previous: 'M7 5v14M18 5v14L9 12z',
  next: 'M17 5v14M6 5v14l9-7z',
  repeat: REPEAT,
  once: `${REPEAT}M11.2 11l1.3-.8v4`,
  lyrics: 'M5 6h14M5 10h8M5 14h14M5 18h8',
  queue: 'M4 6h16M4 11h8M4 16h8M15.5 11.5v7l5.5-3.5z'
} as const
