import type { Draw } from './ink.ts'
import { hills, house, scattered } from './scenery.ts'
import { dabs } from './strokes.ts'
import { LATEST_ARTISTS } from './latest-artists.ts'

/** Painters since the nineteenth century. */
export const LATER_ARTISTS = {
  'by William Turner': ink => {
    ink.ground('#c9a86a', '#f2d9a0', '#8a6a4a')
    for (let at = 0; at < 60; at++) {
      const [turn, reach] = [at * 0.42, 8 + at * 0.9]
      ink.soft(2, () =>
        ink.mixed(0.4, () =>
          ink.oval(
            [58 + Math.cos(turn) * reach, 44 + Math.sin(turn) * reach * 0.75],
            13,
            4,
            ['#fff3cf', '#f2b45a', '#c9703a', '#7f8a96'][at % 4] ?? '#fff',
            turn + 1.57
          )
        )
      )
    }
    ink.disc([58, 44], 16, ink.glow([58, 44], 16, '#fffbe8', '#ffefbf00'))
    ink.soft(0.5, () => {
      ink.area('M18 76Q32 84 48 76L44 84H24Z', '#3a2a22')
      ink.line('M32 78V54M32 56L42 72M32 58L24 72M38 77V62', '#3a2a22', 1.2)
    })
    dabs(ink, {
      many: 300,
      long: 7,
      wide: 1.2,
      turn: (x, y) => Math.atan2(y - 44, x - 58) + 1.57,
      stray: 18,
      alpha: 0.5
    })
  },
  'by Claude Monet': ink => {
    ink.ground('#5f86b0', '#6f9ac0', '#3f6a8a')
    scattered(16, 4, ([x, y]) => ink.mixed(0.5, () => ink.oval([x, y], 3, 16, '#5c8a5f')))
    scattered(30, 9, ([x, y]) => ink.oval([x, 26 + y * 0.74], 10, 2.6, '#6fa86a'))
    ink.line('M-4 30C24 2 76 2 104 30', '#4f7f5c', 6)
    dabs(ink, { many: 1500, long: 3.6, wide: 1, stray: 40, alpha: 0.85 })
    scattered(15, 12, ([x, y]) => {
      const at = [x, 32 + y * 0.66] as const
      ink.oval(at, 3.4, 1.8, '#f2b8cf')
      ink.oval([at[0], at[1] - 0.8], 1.8, 1, '#fff')
    })
  },
  'by Vincent van Gogh': ink => {
    ink.ground('#16306f', '#2f5fa8', '#7fa8c4')
    hills(ink, 76, 12, '#24407a', 3)
    hills(ink, 90, 6, '#16284f', 7)
    const swirls = [
      [38, 34, 17],
      [70, 46, 12],
      [82, 18, 13],
      [12, 16, 9],
      [56, 14, 8]
    ] as const
    const turn = (x: number, y: number): number => {
      const near = swirls.find(([a, b, reach]) => Math.hypot(x - a, y - b) < reach * 1.5)
      return near === undefined
        ? Math.sin(x / 16) * 0.6
        : Math.atan2(y - near[1], x - near[0]) + Math.PI / 2
    }
    for (const [x, y, reach] of swirls)
      ink.disc(
        [x, y],
        reach,
        ink.glow([x, y], reach, '#fff3a0', '#f7d34a', '#5f8fd0aa', '#2f5fa800')
      )
    dabs(ink, { many: 1500, long: 4.2, wide: 0.9, turn, stray: 44, alpha: 0.95 })
    ink.area('M14 102C6 80 14 66 16 40C20 64 32 78 26 102Z', '#10241f')
    for (const [x, y] of [
      [56, 88],
      [68, 90],
      [80, 87]
    ] as const)
      house(ink, [x, y], 9, '#2a3f6a', '#1a2a4f', '#f7d34a')
  },
  'by Paul Cézanne': ink => {
    ink.ground('#8fb0c9', '#c9d3c4')
    ink.area('M-4 62L36 26L50 30L62 22L104 62Z', '#8a9cc4')
    hills(ink, 66, 8, '#b9a35c', 3)
    hills(ink, 78, 8, '#7f9452', 6)
    hills(ink, 90, 6, '#c98f4a', 2)
    for (const [x, y] of [
      [20, 74],
      [58, 82],
      [80, 76]
    ] as const)
      house(ink, [x, y], 9, '#f0dcb0', '#c9663a', '#7f8a6a')
    dabs(ink, { many: 520, long: 4.6, wide: 2.6, turn: () => -0.9, stray: 30, alpha: 0.9 })
    ink.line('M8 104C10 70 4 40 10 -4M10 34C24 20 60 12 104 22', '#4a3a2a', 2.4)
  },
  'by Gustav Klimt': ink => {
    ink.ground('#e0b84a', '#c9962f')
    scattered(60, 4, ([x, y], chance) =>
      ink.ring([x, y], 1 + chance() * 3.4, chance() > 0.5 ? '#f7e09a' : '#a8741f', 0.9)
    )
    ink.area('M22 102C20 70 30 44 52 30C74 40 82 72 80 102Z', '#d9a83a')
    ink.within('M22 102C20 70 30 44 52 30C74 40 82 72 80 102Z', () => {
      scattered(70, 8, ([x, y], chance) => {
        if (x < 50) ink.box(x, y, 4, 4 + chance() * 7, chance() > 0.5 ? '#1c1c1c' : '#f4ead0')
        else
          for (const [radius, colour] of [
            [4.4, '#c8402f'],
            [2.8, '#3f7fb0'],
            [1.4, '#f7e09a']
          ] as const)
            ink.disc([x, y], radius, colour)
      })
    })
    ink.oval([44, 30], 10, 12, '#f3d6b4', 0.3)
    ink.oval([58, 28], 9, 11, '#e3b98f', -0.4)
    ink.area('M34 28C32 12 50 12 54 20C46 20 38 22 34 28Z', '#7a3a1f')
    ink.area('M50 20C56 10 70 14 68 28C62 20 56 18 50 20Z', '#20140f')
    ink.box(0, 90, 100, 12, '#5f8a4a')
    scattered(30, 3, ([x, y]) =>
      ink.disc(
        [x, 90 + y * 0.1],
        1.4,
        ['#f2c14a', '#d9607a', '#fff', '#8a5fd0'][Math.floor(x) % 4] ?? '#fff'
      )
    )
  },
  ...LATEST_ARTISTS
} as const satisfies Record<string, Draw>
