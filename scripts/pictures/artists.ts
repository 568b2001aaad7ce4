import type { Draw } from './ink.ts'
import { figure, flower, hills, house, ridge, scattered } from './scenery.ts'
import { dabs } from './strokes.ts'

/** One picture per artist, which redraws a well-known motif in a few strokes. */
export const OLDER_ARTISTS = {
  'by Katsushika Hokusai': ink => {
    ink.ground('#e9dcc0', '#d9cfb4')
    ink.area('M44 74L60 54L76 74Z', '#3f5f86')
    ink.area('M55.5 60L60 54L64.5 60L61 62L59 60.5L57 62Z', '#f6f0e0')
    ink.area(
      'M-4 104V40C6 14 34 2 58 20C44 16 38 24 42 34C34 30 28 38 34 46C26 58 40 84 104 78V104Z',
      '#1f4a7a'
    )
    for (const at of [0, 1, 2, 3])
      ink.line(
        `M${2 + at * 7} 104C${2 + at * 6} 74 ${6 + at * 6} 50 ${18 + at * 6} 36`,
        '#a9c6d9',
        2
      )
    for (const [x, y, size] of [
      [58, 20, 4],
      [52, 18, 4],
      [46, 20, 5],
      [42, 28, 4],
      [42, 35, 4],
      [36, 40, 4],
      [34, 47, 4],
      [63, 24, 2],
      [50, 30, 2],
      [66, 32, 1.4],
      [46, 42, 1.6]
    ] as const)
      ink.disc([x, y], size, '#f6f0e0')
    ink.area('M48 92C62 82 80 84 104 90V104H40Z', '#2f6a9c')
    ink.line('M48 92C62 82 80 84 104 90', '#f6f0e0', 2)
  },
  'by Utagawa Hiroshige': ink => {
    ink.ground('#2a3f5c', '#9fb6bf', '#d9d3bd')
    hills(ink, 52, 8, '#5f7f86', 3)
    ink.box(0, 54, 100, 48, ink.fade([0, 54], [0, 100], '#4f86a0', '#2a5a86'))
    ink.line('M-6 92Q50 52 106 66', '#b8894f', 8)
    ink.line('M-6 84Q50 44 106 58', '#8a5f33', 2)
    for (const [x, y] of [
      [12, 86],
      [34, 74],
      [58, 68],
      [82, 68]
    ] as const)
      ink.line(`M${x} ${y}V102`, '#6b4526', 2.6)
    for (const [x, y] of [
      [30, 73],
      [50, 66],
      [74, 63]
    ] as const) {
      figure(ink, [x, y], 13, '#2a2f3f')
      ink.area(`M${x - 6} ${y - 10}Q${x} ${y - 18} ${x + 6} ${y - 10}Z`, '#d9a84a')
    }
    scattered(44, 5, ([x, y]) => ink.line(`M${x} ${y - 8}l-3 18`, '#14213a77', 0.6))
  },
  'by Johannes Vermeer': ink => {
    ink.ground('#15130f', '#221c14')
    ink.area('M18 102C22 82 32 76 42 72L64 74C76 78 82 88 84 102Z', '#a8854a')
    ink.area('M42 60H60V76Q50 84 42 74Z', '#b98a66')
    ink.area(
      'M34 40C34 22 64 22 66 40C66 56 58 66 48 66C38 66 34 54 34 40Z',
      ink.fade([34, 40], [68, 46], '#f6d9b6', '#e3b58c', '#6a4630')
    )
    ink.area(
      'M32 36C32 14 70 12 72 34L70 42C62 30 46 28 32 36Z',
      ink.fade([30, 20], [72, 40], '#7fa8dc', '#3f6fb8', '#1f3a70')
    )
    ink.area('M62 18C80 20 82 40 78 62C76 70 72 72 70 66C74 46 70 30 62 18Z', '#d9b45a')
    for (const x of [42, 54]) ink.oval([x, 45], 2, 1.4, '#2a1a12')
    ink.line('M44 57q4 2 8 0', '#b0483f', 2.2)
    ink.disc([65, 58], 3.4, ink.glow([64, 56.5], 4, '#ffffff', '#cfd3d9', '#6f7278'))
  },
  'by Rembrandt': ink => {
    ink.box(0, 0, 100, 100, ink.glow([40, 40], 70, '#5c3d1c', '#2a190b', '#0e0805'))
    ink.area('M12 102C16 80 30 74 42 70H62C76 74 86 84 90 102Z', '#1f130a')
    ink.area('M36 70Q50 86 64 70L60 80Q50 90 40 80Z', '#e0c89a')
    ink.area(
      'M34 42C34 26 66 26 66 42C66 58 60 68 50 68S34 58 34 42Z',
      ink.fade([32, 36], [68, 52], '#f5cf96', '#b9793f', '#2a160a')
    )
    ink.area('M20 36C26 14 72 10 82 32C70 28 34 30 20 36Z', '#160d07')
    for (const x of [43, 57]) ink.oval([x, 45], 2.2, 1.4, '#1a0e07')
    ink.line('M50 46q2.4 5-1 7', '#8a5228', 2)
    ink.line('M44 58q6-3 12 0', '#5c2f16', 2.4)
    dabs(ink, {
      many: 900,
      long: 3,
      wide: 1,
      stray: 16,
      alpha: 0.5,
      turn: (x, y) => Math.atan2(y - 46, x - 48) + 1.5
    })
    for (const x of [43, 57]) ink.oval([x, 45], 1.8, 1.3, '#1a0e07')
  },
  'by Sandro Botticelli': ink => {
    ink.ground('#cfe3dc', '#a9d1c6')
    ink.box(0, 56, 100, 46, '#7fb8ac')
    for (let at = 0; at < 9; at++)
      ink.line(`M${(at * 29) % 90} ${62 + at * 4.4}l3-2 3 2`, '#e9f4ee', 0.9)
    for (let at = -4; at <= 4; at++)
      ink.area(
        `M50 92L${50 + at * 9 - 5} ${62 + Math.abs(at) * 3}Q${50 + at * 9} ${56 + Math.abs(at) * 3} ${50 + at * 9 + 5} ${62 + Math.abs(at) * 3}Z`,
        at % 2 === 0 ? '#f7d9c4' : '#eab9a0'
      )
    ink.area('M46 84C42 64 44 52 46 44H55C58 54 58 66 54 84Z', '#f3d2b4')
    ink.disc([50, 34], 8, '#f6d9bf')
    ink.area(
      'M42 36C40 22 60 22 59 34C66 44 60 58 64 74C56 70 54 58 56 44C54 32 46 30 42 36Z',
      '#d99a3f'
    )
    for (const [x, y] of [
      [14, 20],
      [28, 34],
      [80, 18],
      [88, 42],
      [72, 36],
      [12, 48]
    ] as const)
      flower(ink, [x, y], 4, '#e8909a', '#fff')
  },
  'by Pieter Bruegel': ink => {
    ink.ground('#8fa3a0', '#b9c2b6')
    ridge(ink, 44, 24, '#dfe6e2', 6, 3)
    ink.area('M-2 48L40 56L102 46V102H-2Z', '#eef1ec')
    ink.area('M44 66C58 60 84 60 102 66V80C84 76 58 78 44 74Z', '#9cb3ae')
    ink.area('M-2 56L50 80L30 102H-2Z', '#f8f9f4')
    for (const [x, high] of [
      [6, 70],
      [20, 62],
      [34, 50]
    ] as const)
      ink.line(
        `M${x} ${102 - high * 0.36}V${100 - high}M${x} ${108 - high}l-7-9M${x} ${112 - high}l8-10M${x} ${104 - high}l5-8`,
        '#3a2c20',
        1.8
      )
    for (const [x, y] of [
      [14, 84],
      [24, 88],
      [34, 86]
    ] as const) {
      figure(ink, [x, y], 13, '#4a2f22')
      ink.line(`M${x - 5} ${y - 15}L${x + 6} ${y - 4}`, '#2a1c14', 0.9)
    }
    for (const [x, y] of [
      [60, 70],
      [68, 68],
      [76, 72],
      [86, 69],
      [72, 75]
    ] as const)
      figure(ink, [x, y], 5, '#3a2c28')
    house(ink, [80, 60], 12, '#a8703f', '#eef1ec', '#3a2c20')
    ink.line('M54 18q3-3 5 0q3-3 5 0', '#2a2420', 1)
  },
  'by Hieronymus Bosch': ink => {
    ink.ground('#9fc4c9', '#cfd9b0')
    hills(ink, 52, 8, '#8fae6a', 3)
    ink.box(0, 58, 100, 44, '#7f9f52')
    ink.area('M40 72C36 40 44 30 50 8C56 30 64 40 60 72Z', '#e88f9a')
    ink.disc([50, 54], 17, '#f2a9ac')
    ink.disc([50, 54], 7, '#5c2f3f')
    for (const [x, y, turn] of [
      [30, 42, -40],
      [70, 42, 40],
      [34, 24, -20],
      [66, 24, 20]
    ] as const)
      ink.moved([x, y], { turn }, () =>
        ink.area('M0 12C-6 2 -3 -8 0 -14C3 -8 6 2 0 12Z', '#d9707f')
      )
    ink.oval([50, 84], 34, 9, '#5f9cae')
    ink.disc([20, 84], 8, '#d93f3f')
    ink.line('M20 76q2-5 5-6', '#4f7a3a', 1.6)
    ink.area('M74 92V76a8 8 0 0 1 16 0v16l-4-4-4 4-4-4z', '#f4e3b8')
    for (const x of [79, 85]) ink.disc([x, 76], 1.2, '#3a2420')
    ink.mixed(0.55, () => ink.disc([50, 82], 10, '#dff4f4'))
    ink.ring([50, 82], 10, '#ffffffcc', 0.9)
  },
  'by Caspar David Friedrich': ink => {
    ink.ground('#8fa3b8', '#d9d9d6', '#b9c4cc')
    ridge(ink, 60, 30, '#a9b6c4', 4, 3)
    ink.soft(2.4, () => {
      for (const [y, colour] of [
        [58, '#f2f2ee'],
        [68, '#e3e7e9'],
        [80, '#f4f4f0']
      ] as const)
        ink.oval([40 + (y % 30), y], 70, 6, colour)
    })
    ridge(ink, 74, 16, '#8496a6aa', 9, 4)
    ink.soft(2, () => ink.oval([60, 82], 60, 6, '#eef0ee'))
    ink.area('M22 102L34 84L46 74L56 72L68 82L82 102Z', '#2a2422')
    figure(ink, [51, 76], 34, '#1c2320')
    ink.line('M57 60L63 78', '#1a1512', 1.2)
  }
} as const satisfies Record<string, Draw>
