import type { Draw } from './ink.ts'
import { flower } from './scenery.ts'

/** Painters of the twentieth century and later. */
export const LATEST_ARTISTS = {
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
