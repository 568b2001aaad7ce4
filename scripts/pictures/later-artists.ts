import type { Draw } from './ink.ts'
import { flower, hills, house, scattered } from './scenery.ts'
import { dabs } from './strokes.ts'

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
  'by Alphonse Mucha': ink => {
    ink.ground('#e9d9b4', '#d9c08f')
    ink.disc([50, 44], 33, '#f6ecd0')
    for (let at = 0; at < 24; at++)
      ink.disc(
        [50 + Math.cos(at * 0.2618) * 33, 44 + Math.sin(at * 0.2618) * 33],
        2.6,
        at % 2 === 0 ? '#c98f4a' : '#7fa08a'
      )
    ink.ring([50, 44], 37, '#7a5a33', 1.4)
    ink.ring([50, 44], 29, '#7a5a33', 1)
    ink.area('M18 102C24 80 34 72 44 68H58C68 72 78 82 82 102Z', '#b9d0b4')
    ink.area('M45 58H56V72Q50 78 45 70Z', '#eec4a0')
    ink.area('M36 44C36 28 64 28 64 44C64 56 58 64 50 64S36 56 36 44Z', '#f8dcc0')
    ink.area(
      'M34 48C24 26 40 14 54 18C74 18 78 34 70 48C80 60 66 66 76 84C62 80 66 62 64 48C60 34 48 32 40 36C36 40 36 44 34 48C30 58 36 66 26 78C24 66 28 58 34 48Z',
      '#a8502a'
    )
    ink.line('M34 48C24 26 40 14 54 18C74 18 78 34 70 48C80 60 66 66 76 84', '#5c2a14', 1.2)
    for (const [x, y] of [
      [36, 26],
      [50, 20],
      [64, 25]
    ] as const)
      flower(ink, [x, y], 5.5, '#f7e9d0', '#d98f3a', 6)
    for (const x of [44, 56]) ink.oval([x, 46], 1.8, 1.3, '#3a2418')
    ink.line('M47 57q3 2 6 0', '#c05a4a', 1.8)
  },
  'by William Morris': ink => {
    ink.ground('#1f3a4f', '#1f3a4f')
    for (const [x, y, wide] of [
      [26, 0, 1],
      [76, 50, -1],
      [26, 100, 1],
      [76, -50, -1]
    ] as const)
      ink.moved([x, y], { wide, high: 1 }, () => {
        ink.line('M-20 60C-30 20 20 30 20 0S-14 -30 -20 -44', '#7fa06a', 2.6)
        for (const [u, v, turn] of [
          [-24, 34, -50],
          [-4, 24, 40],
          [18, 14, -30],
          [22, -6, 60],
          [-2, -22, -40],
          [-22, -34, 30]
        ] as const)
          ink.moved([u, v], { turn }, () => {
            ink.area('M0 0C-9 -8 -7 -20 0 -26C7 -20 9 -8 0 0Z', '#5f8f62')
            ink.line('M0 0V-22M0 -8L-4 -13M0 -8L4 -13', '#a9c48a', 0.8)
          })
        flower(ink, [6, 34], 12, '#e8a07a', '#f7d99a', 6)
        flower(ink, [-10, -6], 9, '#d9607a', '#f7d99a', 5)
        for (const [u, v] of [
          [24, 28],
          [-28, 6]
        ] as const)
          ink.disc([u, v], 3, '#c8402f')
      })
  },
  'by Aubrey Beardsley': ink => {
    ink.ground('#fbf9f4', '#fbf9f4')
    ink.area('M102 -2V102H60C72 84 54 70 66 52S52 22 74 -2Z', '#0c0c0e')
    ink.area(
      'M30 102C20 84 24 66 40 58C48 54 46 48 44 44H56C54 50 56 56 62 60C54 70 60 84 56 102Z',
      '#0c0c0e'
    )
    ink.area('M36 36C36 24 58 24 58 36C58 46 53 50 48 50S36 46 36 36Z', '#fbf9f4')
    ink.line('M36 36C36 24 58 24 58 36C58 46 53 50 48 50S36 46 36 36Z', '#0c0c0e', 1.2)
    ink.area(
      'M30 42C18 18 46 4 62 18C72 28 62 34 66 46C58 42 60 28 50 26C40 26 34 32 36 40Z',
      '#0c0c0e'
    )
    ink.line('M41 37q3-2 5 0M50 37q3-2 5 0M45 45q2 1 4 0', '#0c0c0e', 1.2)
    for (const [x, y, size] of [
      [80, 24, 8],
      [86, 58, 10],
      [76, 84, 7],
      [40, 80, 6]
    ] as const) {
      flower(ink, [x, y], size, '#fbf9f4', '#0c0c0e', 6)
      ink.ring([x, y], size * 1.2, '#fbf9f4', 0.8)
    }
    for (let at = 0; at < 7; at++)
      ink.line(
        `M${4 + at * 3.4} 102C${8 + at * 3} 70 ${-2 + at * 4} 40 ${10 + at * 2.4} -2`,
        '#0c0c0e',
        0.8
      )
  },
  'by Hilma af Klint': ink => {
    ink.ground('#f2c9a8', '#e9a98f')
    ink.disc([50, 46], 31, '#f7e6a8')
    ink.area('M50 15A31 31 0 0 1 50 77Z', '#3f6fb0')
    for (const [radius, left, right] of [
      [24, '#e8788a', '#f2c14a'],
      [16, '#f7f0e0', '#1f3a6a'],
      [8, '#f2a03f', '#f7f0e0']
    ] as const) {
      ink.disc([50, 46], radius, left)
      ink.area(`M50 ${46 - radius}A${radius} ${radius} 0 0 1 50 ${46 + radius}Z`, right)
    }
    ink.line('M20 88C34 74 40 98 50 84S70 98 80 84', '#3f6fb0', 2)
    for (const x of [24, 76]) ink.ring([x, 90], 5, '#f7f0e0', 1.6)
    ink.line('M50 2V15M50 77V98', '#1f3a6a', 1.2)
  },
  'by Wassily Kandinsky': ink => {
    ink.ground('#f4ecd9', '#efe3c8')
    ink.disc([32, 32], 21, '#2a2a5c')
    ink.disc([32, 32], 14, '#c8446a')
    ink.disc([32, 32], 7, '#1c1c2c')
    ink.ring([32, 32], 24, '#f2a03f', 2)
    ink.area('M56 20L92 58L48 66Z', '#f2c14a')
    ink.area('M70 60L98 72L78 94Z', '#3f8fc4')
    for (const path of ['M6 94L88 8', 'M18 98L98 30', 'M40 96L64 4']) ink.line(path, '#1c1c2c', 1.4)
    ink.line('M8 70C20 60 24 84 36 72S52 84 60 74', '#c8302a', 3)
    for (const [x, y, radius, colour] of [
      [78, 18, 7, '#4fa36a'],
      [86, 40, 4, '#c8302a'],
      [20, 82, 6, '#f2a03f'],
      [58, 84, 9, '#8a5fb0'],
      [58, 84, 4, '#f4ecd9'],
      [50, 46, 4, '#3f8fc4']
    ] as const)
      ink.disc([x, y], radius, colour)
    for (let at = 0; at < 9; at++)
      ink.box(
        64 + (at % 3) * 5,
        66 + Math.floor(at / 3) * 5,
        5,
        5,
        at % 2 === 0 ? '#1c1c2c' : '#f4ecd9'
      )
  }
} as const satisfies Record<string, Draw>
