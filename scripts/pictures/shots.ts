import { TEMPLATES } from './headshots.ts'
import type { Draw, Ink } from './ink.ts'
import { bokeh, cloud, hills, ridge } from './scenery.ts'

/** Draws a standing person from the front. */
function person(ink: Ink, x: number, foot: number, size: number): void {
  ink.moved([x, foot], { wide: size / 100 }, () => {
    ink.oval([0, 0], 24, 4, '#00000044')
    ink.area('M-11 -44H-1V-2H-11ZM1 -44H11V-2H1Z', '#2f3f66')
    ink.area('M-16 -80Q0 -88 16 -80L13 -42H-13Z', '#e0604a')
    ink.line('M-15 -77L-21 -50M15 -77L21 -50', '#e0604a', 7)
    ink.disc([0, -94], 10, '#f0c8a4')
    ink.area('M-10.5 -94A10.5 10.5 0 0 1 10.5 -94Q4 -101 -10.5 -94Z', '#3a241a')
  })
}

/** Draws mountains behind grass. */
export const meadow = (ink: Ink): void => {
  ink.ground('#7fbfe8', '#dff0f6')
  ridge(ink, 62, 26, '#8a9cc0', 5, 4)
  hills(ink, 72, 8, '#86b56a', 3)
}

/** The camera's distance and viewpoint. */
export const SHOTS = {
  'close-up': ink =>
    ink.moved([50, 46], { wide: 1.75 }, () => ink.moved([-50, -44], {}, TEMPLATES.bob_suit)),
  'macro photograph': ink => {
    ink.ground('#3f7a3a', '#9cc45c')
    ink.soft(2.5, () => bokeh(ink, 14, 3, ['#dff0a0', '#ffffff'], 12))
    ink.area(
      'M-4 104C20 60 60 40 106 34V62C70 64 40 84 28 104Z',
      ink.fade([0, 40], [40, 104], '#8fd05c', '#3f8a35')
    )
    ink.line('M6 104C34 70 66 54 106 48', '#c9f09a', 1.6)
    ink.moved([52, 50], { turn: -28 }, () => {
      ink.oval([0, 0], 25, 19, ink.glow([-7, -8], 34, '#ff8a6a', '#e0331f', '#8a140c'))
      ink.line('M-25 0H25', '#1a0a08', 2)
      for (const [x, y] of [
        [-10, -8],
        [8, -9],
        [-8, 9],
        [10, 8],
        [0, -14]
      ] as const)
        ink.disc([x, y], 3.4, '#1a0a08')
      ink.disc([26, 0], 9, '#1a0a08')
      ink.oval([-10, -11], 6, 2.4, '#ffffff88', -0.3)
    })
    for (const [x, y, size] of [
      [22, 78, 4],
      [80, 50, 3]
    ] as const) {
      ink.disc([x, y], size, '#ffffff66')
      ink.disc([x - 1, y - 1.4], 1, '#fff')
    }
  },
  'wide shot': ink => {
    meadow(ink)
    cloud(ink, [74, 22], 13, '#ffffffe0')
    hills(ink, 84, 6, '#5f9a52', 7)
    person(ink, 34, 86, 11)
  },
  'full body shot': ink => {
    meadow(ink)
    hills(ink, 82, 4, '#5f9a52', 7)
    person(ink, 50, 95, 84)
  },
  'aerial view': ink => {
    ink.ground('#bfe0f2', '#e9f4f5')
    ink.area('M-2 26H102V102H-2Z', '#8fbf6a')
    for (const [path, colour] of [
      ['M-2 30L30 28L22 52L-2 56Z', '#d9c05c'],
      ['M34 28L62 27L66 48L28 52Z', '#5f9f52'],
      ['M66 27L102 30V50L72 48Z', '#c9a84a'],
      ['M-2 60L20 56L8 102H-2Z', '#4f8a4a'],
      ['M26 56L66 52L76 102H14Z', '#b8d070'],
      ['M84 52L102 54V102H92Z', '#6fae5c']
    ] as const)
      ink.area(path, colour)
    ink.line('M72 26C66 40 78 50 76 64S88 88 86 104', '#4f9fd6', 5)
    for (const [x, y] of [
      [12, 40],
      [46, 38],
      [40, 74],
      [50, 84]
    ] as const)
      ink.disc([x, y], 2.4, '#2f6a3a')
    cloud(ink, [22, 64], 13, '#ffffffdd')
    cloud(ink, [80, 40], 9, '#ffffffdd')
  },
  "bird's-eye view": ink => {
    ink.ground('#86bd6a', '#74ad5c')
    ink.box(60, -2, 18, 104, '#5c6470')
    ink.line('M69 0V100', '#f4e7b0', 1.4, [6, 5])
    ink.box(63, 22, 6, 11, '#e0503f', 2)
    ink.box(71, 64, 6, 11, '#4f8fe0', 2)
    ink.box(10, 34, 36, 30, '#a8402f')
    ink.box(10, 34, 36, 15, '#cf5a42')
    for (const [x, y, size] of [
      [14, 16, 9],
      [36, 14, 7],
      [20, 82, 10],
      [44, 84, 7],
      [90, 20, 8],
      [90, 50, 6],
      [90, 82, 9]
    ] as const) {
      ink.disc([x + 2, y + 2], size, '#0003')
      ink.disc([x, y], size, ink.glow([x - 2, y - 2], size, '#6fc27a', '#2f7a48'))
    }
  },
  'low angle': ink => {
    ink.ground('#3f8fd9', '#a9d8f4')
    cloud(ink, [50, 30], 16, '#ffffffcc')
    ink.area('M-2 102V0L34 30L22 102Z', '#4a5f86')
    ink.area('M102 102V6L64 34L78 102Z', '#35466a')
    for (let at = 0; at < 7; at++) {
      ink.line(`M-2 ${14 + at * 14}L${32 - at * 1.6} ${38 + at * 10}`, '#a9c6ea', 1.6)
      ink.line(`M102 ${20 + at * 14}L${66 + at * 1.9} ${42 + at * 10}`, '#8fb0dc', 1.6)
    }
    ink.area('M36 102L45 24H55L64 102Z', '#e8edf5')
    ink.area('M50 24H55L64 102H50Z', '#b5c1d6')
    for (let at = 0; at < 8; at++)
      ink.line(`M${44.5 - at} ${32 + at * 9}H${55.5 + at}`, '#5f75a0', 1.5)
  },
  'high angle': ink => {
    ink.ground('#d9d2c4', '#c4baa8')
    for (let at = -6; at < 14; at++) {
      ink.line(`M${at * 14} 0L${at * 14 + 34} 100`, '#a89d8a', 0.8)
      ink.line(`M0 ${at * 13}L100 ${at * 13 - 20}`, '#a89d8a', 0.8)
    }
    ink.area('M50 60L92 86L84 92L44 66Z', '#00000044')
    ink.oval([47, 62], 11, 9, '#e0604a')
    ink.line('M38 60L32 68M56 60L60 69', '#e0604a', 6)
    ink.oval([44, 73], 4, 6, '#2f3f66')
    ink.oval([52, 73], 4, 6, '#2f3f66')
    ink.disc([47, 51], 10, '#3a241a')
    ink.area('M39 56Q47 66 55 56Q47 60 39 56Z', '#f0c8a4')
  }
} as const satisfies Record<string, Draw>
