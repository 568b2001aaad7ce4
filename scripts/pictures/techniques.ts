import { type Draw } from './ink.ts'
import { hills, house, ridge, tree } from './scenery.ts'
import { between, contour, dabs, engrave, halftone, pixelate, toned } from './strokes.ts'
import { DAY, village } from './village.ts'
import { onPaper, stepped, lying } from './paper.ts'

export const TECHNIQUES = {
  'oil painting': ink => {
    village(ink)
    dabs(ink, {
      many: 1500,
      long: 4.6,
      wide: 1.3,
      turn: (x, y) => Math.sin(x / 20) * 0.9 + Math.cos(y / 16) * 0.6,
      stray: 26,
      alpha: 1
    })
  },
  watercolour: ink => {
    ink.soft(0.5, () =>
      village(ink, {
        ...DAY,
        sky: ['#8cc3ea', '#fdf0dc'],
        far: '#8c9fce',
        near: '#a8cd84',
        grass: '#7db36a',
        crown: '#5c9a62',
        wall: '#fdf6e6'
      })
    )
    contour(ink, [70, 90, 120], { reach: 0.7, least: 60 })
    onPaper(ink, [253, 250, 243], 0.62)
  },
  gouache: ink => {
    village(ink, {
      ...DAY,
      sky: ['#e8a98f', '#f5d9b8'],
      sun: '#fff1cf',
      far: '#7a6a94',
      near: '#8a9a5b',
      grass: '#5c7347',
      crown: '#3e5a44'
    })
    dabs(ink, { many: 420, long: 7, wide: 2.4, stray: 8, alpha: 1, seed: 4 })
    ink.grain(7)
  },
  'charcoal drawing': ink => {
    village(ink)
    toned(ink, [20, 18, 18], [120, 114, 110], [240, 235, 226])
    contour(ink, [20, 18, 18], { reach: 1, least: 30 })
    ink.grain(46)
    onPaper(ink, [236, 230, 220], 0.5, 8)
  },
  'pencil sketch': ink => {
    village(ink)
    const seen = ink.seen()
    engrave(ink, '#f8f6f0', '#7a7a84', { step: 2, turn: -0.8, full: 0.42 })
    const drawn = ink.seen()
    ink.redrawn((x, y) => {
      const apart = (a: readonly number[], b: readonly number[]): number =>
        Math.abs((a[0] ?? 0) - (b[0] ?? 0)) + Math.abs((a[1] ?? 0) - (b[1] ?? 0))
      const edge =
        apart(seen(x - 0.6, y), seen(x + 0.6, y)) + apart(seen(x, y - 0.6), seen(x, y + 0.6))
      return between(drawn(x, y), [70, 70, 78], Math.min(0.9, edge / 90))
    })
  },
  'ink drawing': ink => {
    village(ink)
    contour(ink, [16, 18, 28], { reach: 1, on: [252, 250, 244], least: 16 })
    ink.mixed(0.9, () => {
      for (let at = 0; at < 9; at++)
        ink.line(`M${61 + at * 2.6} ${62 + (at % 3) * 2}l5 9`, '#10121c', 0.9)
      for (let at = 0; at < 12; at++)
        ink.line(`M${2 + at * 8.4} ${96 - (at % 4)}q2-5 1-7`, '#10121c', 0.9)
      for (let at = 0; at < 7; at++)
        ink.line(`M${38 + at * 2.6} ${30 + at * 3}l-6 10`, '#10121c', 0.8)
    })
  },
  'pastel drawing': ink => {
    village(ink, {
      ...DAY,
      sky: ['#b9a7e0', '#ffd9c9'],
      sun: '#fff3b8',
      far: '#8fa3d9',
      near: '#a9d69a',
      grass: '#7cc08a',
      roof: '#f08a7a',
      crown: '#4fa37c',
      wall: '#fff2df'
    })
    dabs(ink, { many: 1300, long: 5, wide: 0.6, turn: () => -0.8, stray: 34, alpha: 0.6 })
    ink.grain(24)
  },
  linocut: ink => {
    village(ink)
    engrave(ink, '#f3e9d2', '#1b2c3f', { step: 4.2, turn: 0.25, full: 1.32, wave: 1.6 })
  },
  woodcut: ink => {
    village(ink)
    engrave(ink, '#ead7b2', '#2c1a10', { step: 3.1, full: 1.15 })
    ink.line('M3 3H97V97H3Z', '#2c1a10', 2.4)
  },
  etching: ink => {
    village(ink)
    const copy = ink.seen()
    engrave(ink, '#f3eddd', '#40332a', { step: 1.7, turn: 0.8, full: 0.75 })
    const first = ink.seen()
    ink.redrawn((x, y) => copy(x, y))
    engrave(ink, '#f3eddd', '#40332a', { step: 2.1, turn: -0.7, full: 0.6 })
    ink.redrawn((x, y, seen) => {
      const [a, b] = [first(x, y), seen(x, y)]
      return [(a[0] * b[0]) / 243, (a[1] * b[1]) / 237, (a[2] * b[2]) / 221]
    })
  },
  'screen print': ink => {
    village(ink)
    stepped(ink, [
      [32, 24, 84],
      [32, 24, 84],
      [240, 76, 92],
      [255, 176, 59],
      [255, 240, 214]
    ])
  },
  risograph: ink => {
    village(ink)
    const seen = ink.seen()
    ink.ground('#f8f4e8', '#f8f4e8')
    ink.mixed(
      0.9,
      () => halftone(ink, '#ff4f7d', { step: 2.7, turn: 0.25, seen, full: 0.7 }),
      'multiply'
    )
    ink.moved([1.2, 0.8], {}, () =>
      ink.mixed(
        0.85,
        () => halftone(ink, '#2d5be0', { step: 2.7, turn: 1.05, seen, light: 190, full: 0.7 }),
        'multiply'
      )
    )
  },
  collage: ink => {
    ink.ground('#e9dfc9', '#e9dfc9')
    lying(ink, () => ink.area('M4 6L96 3L94 60L6 66Z', '#8fc1d6'))
    lying(ink, () => ink.disc([74, 26], 12, '#f2b632'))
    lying(ink, () => ridge(ink, 68, 40, '#c9bfae', 12, 3))
    for (let at = 0; at < 9; at++) ink.line(`M6 ${44 + at * 3}H94`, '#00000014', 0.7)
    lying(ink, () => ink.area('M-2 72L30 66L52 74L102 64V102H-2Z', '#5d8a57'))
    lying(ink, () => house(ink, [33, 86], 30, '#f7efe0', '#c8452f', '#26324d'))
    for (let at = 0; at < 5; at++)
      ink.line(`M20 ${72 + at * 3}H26M40 ${72 + at * 3}H46`, '#26324d88', 0.8)
    lying(ink, () => tree(ink, [74, 92], 38, '#2b4f3a', '#6b4630'))
    ink.moved([84, 12], { turn: 24 }, () =>
      ink.mixed(0.7, () => ink.box(-12, -4, 24, 8, '#fff3c4'))
    )
  },
  'paper cut': ink => {
    ink.ground('#fdf1dc', '#fbd9b0')
    lying(ink, () => ink.disc([72, 28], 15, '#fff8ea'))
    for (const [base, high, colour, seed] of [
      [56, 34, '#f0a58a', 12],
      [70, 22, '#d96f6b', 6]
    ] as const)
      lying(ink, () => ridge(ink, base, high, colour, seed, 3), 8)
    for (const [base, colour, seed] of [
      [76, '#a1476b', 3],
      [88, '#5f2d63', 7]
    ] as const)
      lying(ink, () => hills(ink, base, 9, colour, seed), 8)
    lying(ink, () => house(ink, [33, 90], 24, '#fdf1dc', '#f0a58a', '#5f2d63'), 8)
    lying(ink, () => tree(ink, [74, 96], 34, '#3b1a4a', '#3b1a4a'), 8)
  },
  'pixel art': ink => {
    village(ink, { ...DAY, sky: ['#4f9be0', '#8fd0f5'], grass: '#3f9a4a', near: '#7cc65a' })
    pixelate(ink, 24, 7)
  },
  'vector illustration': ink => {
    ink.ground('#ff9a76', '#ffd79a')
    ink.disc([72, 34], 18, '#fff3cf')
    ridge(ink, 66, 40, ink.fade([0, 20], [0, 70], '#9b4f8e', '#5b2f78'), 12, 3)
    hills(ink, 70, 12, ink.fade([0, 60], [0, 90], '#3d7d8f', '#2a5273'), 3)
    hills(ink, 86, 8, ink.fade([0, 80], [0, 100], '#1f4863', '#14304a'), 7)
    house(ink, [33, 84], 26, '#fff0dc', '#ff6f61', '#ffc857')
    tree(ink, [73, 90], 36, '#1c5a63', '#12303f')
  },
  'flat design': ink => {
    ink.ground('#dfe9f7', '#dfe9f7')
    ink.within('M50 6a44 44 0 1 0 .1 0z', () => {
      ink.ground('#7fc8f0', '#7fc8f0')
      ink.disc([70, 30], 9, '#ffd84d')
      ink.area('M10 74L40 30L70 74Z', '#5f7fd1')
      ink.area('M40 30L31 43L38 47L44 42L49 45Z', '#fff')
      ink.box(0, 70, 100, 40, '#5cc389')
      house(ink, [40, 82], 24, '#fff', '#f2617a', '#5f7fd1')
      tree(ink, [70, 82], 28, '#2f9e6b', '#8a5a3c')
    })
  },
  'isometric illustration': ink => {
    ink.ground('#eceafd', '#d8d5f7')
    const block = (
      x: number,
      y: number,
      side: number,
      high: number,
      [top, start, end]: readonly [string, string, string]
    ): void => {
      const half = side * 0.58
      ink.area(
        `M${x} ${y - half - high}L${x + side} ${y - high}L${x} ${y + half - high}L${x - side} ${y - high}Z`,
        top
      )
      ink.area(
        `M${x - side} ${y - high}L${x} ${y + half - high}V${y + half}L${x - side} ${y}Z`,
        start
      )
      ink.area(
        `M${x + side} ${y - high}L${x} ${y + half - high}V${y + half}L${x + side} ${y}Z`,
        end
      )
    }
    block(50, 66, 42, 10, ['#8fd694', '#8a6b4f', '#6d523b'])
    block(38, 56, 15, 18, ['#fff6e6', '#f3dcc0', '#d9bb98'])
    ink.area('M22 38L38 18L55 38L38 48Z', '#e8604c')
    ink.area('M38 18L55 38L38 48Z', '#c64634')
    ink.area('M41 55l6-3.5v9l-6 3.5z', '#4b4a86')
    block(70, 62, 3, 8, ['#7a5236', '#7a5236', '#5c3c26'])
    block(70, 54, 9, 16, ['#4fb37a', '#36945f', '#2a7a4d'])
  }
} as const satisfies Record<string, Draw>
