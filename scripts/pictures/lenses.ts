import type { Draw, Ink } from './ink.ts'
import {
  bokeh,
  figure,
  flower,
  hills,
  house,
  pine,
  ridge,
  scattered,
  skyline,
  stars,
  tree,
  waves
} from './scenery.ts'
import { meadow } from './shots.ts'
import { between, warp } from './strokes.ts'

/** Blurs everything further from a line than `reach`, in hundredths of the height. */
function focused(ink: Ink, line: number, reach: number, draw: Draw): void {
  draw(ink)
  const sharp = ink.seen()
  ink.soft(2.2, draw)
  ink.redrawn((x, y, seen) =>
    between(sharp(x, y), seen(x, y), Math.min(1, Math.max(0, (Math.abs(y - line) - reach) / 14)))
  )
}

/** The effects of lenses, exposures and eyes. */
export const LENSES = {
  'first-person view': ink => {
    meadow(ink)
    ink.box(0, 58, 100, 44, '#6fa85a')
    ink.area('M45 58H55L86 102H14Z', '#6b727d')
    ink.line('M50 60V102', '#f4e7b0', 2, [4, 5])
    ink.line('M12 88C24 74 40 78 50 80S76 74 88 88', '#20242c', 4.6)
    for (const [x, turn] of [
      [15, 24],
      [85, -24]
    ] as const)
      ink.moved([x, 86], { turn }, () => {
        ink.box(-11, -5, 20, 11, '#f0c8a4', 5)
        ink.box(-9, 3, 16, 18, '#e0604a', 4)
      })
    ink.disc([50, 80], 5, '#f4f6fa')
    ink.line('M50 80l3-3', '#d1402f', 1.4)
  },
  'fisheye lens': ink => {
    meadow(ink)
    skyline(ink, 80, '#4a5a86', '#ffe29a', 6, 46)
    ink.box(0, 80, 100, 22, '#6b727d')
    for (const x of [4, 28, 52, 76]) ink.box(x, 89, 12, 2, '#f4e7b0')
    warp(ink, (x, y) => {
      const [u, v] = [(x - 50) / 50, (y - 50) / 50]
      const pull = 0.42 + 0.62 * (u * u + v * v)
      return [50 + u * pull * 50, 50 + v * pull * 50]
    })
    ink.redrawn((x, y, seen) => {
      const out = Math.hypot(x - 50, y - 50)
      return between(seen(x, y), [8, 9, 12], Math.min(1, Math.max(0, (out - 46) / 2)))
    })
  },
  'telephoto lens': ink => {
    ink.ground('#f7a25c', '#f9cf8a')
    ink.disc([54, 46], 31, ink.glow([54, 46], 31, '#fff6d0', '#ffdf7a', '#ffc04f'))
    for (const [base, colour, seed] of [
      [66, '#c9705c', 5],
      [76, '#9c4a52', 8],
      [86, '#6a2f48', 3]
    ] as const)
      ridge(ink, base, 14, colour, seed, 5)
    hills(ink, 92, 5, '#2f1530', 4)
    figure(ink, [54, 90], 30, '#2f1530')
  },
  'shallow depth of field': ink => {
    meadow(ink)
    ink.soft(3, () => {
      meadow(ink)
      house(ink, [26, 70], 26, '#f6ead2', '#d1543b', '#3c4f73')
      tree(ink, [82, 74], 36, '#2f6e45', '#6b4630')
      bokeh(ink, 12, 6, ['#fff6d0', '#ffffff'], 9)
    })
    ink.line('M52 104C50 84 54 70 52 52', '#3f7a3a', 3.4)
    ink.area('M52 84C62 74 74 76 78 82C68 88 58 88 52 84Z', '#4f9a48')
    flower(ink, [52, 46], 25, '#f7709a', '#ffd84d', 7)
  },
  'long exposure': ink => {
    ink.ground('#0e1538', '#37376f')
    stars(ink, 26, 4, '#fff', 50)
    skyline(ink, 60, '#0a0f29', '#ffe29a', 9, 34)
    ink.area('M30 58H70L108 102H-8Z', '#12142a')
    for (const [a, b, colour] of [
      [38, 6, '#ff4f4f'],
      [41, 20, '#ff7a5c'],
      [44, 32, '#ff4f4f'],
      [56, 68, '#fff3cf'],
      [59, 80, '#ffffff'],
      [62, 94, '#fff3cf']
    ] as const)
      ink.line(`M${a} 58C${a} 74 ${b} 84 ${b} 104`, colour, 2)
  },
  'tilt-shift': ink =>
    focused(ink, 60, 10, () => {
      ink.ground('#8fcf6a', '#6fb552')
      ink.area('M-4 46L104 70V84L-4 60Z', '#6b727d')
      ink.line('M-4 53L104 77', '#f4e7b0', 1, [5, 4])
      for (const [x, y, wall, roof] of [
        [18, 36, '#fff3dc', '#e8503f'],
        [46, 40, '#ffe3a8', '#3f8fd6'],
        [76, 50, '#fff', '#f2a33c'],
        [22, 84, '#ffd9d0', '#5fae7a'],
        [60, 96, '#fff3dc', '#e8503f'],
        [84, 22, '#fff', '#8a5fd0']
      ] as const)
        house(ink, [x, y], 17, wall, roof, '#4a5a7a')
      ink.box(38, 58, 9, 5, '#e8503f', 1.6)
      ink.box(64, 65, 9, 5, '#3f8fd6', 1.6)
      for (const [x, y] of [
        [34, 30],
        [60, 34],
        [94, 60],
        [8, 70],
        [40, 88],
        [6, 26]
      ] as const)
        tree(ink, [x, y], 13, '#2f8a4a', '#6b4630')
    }),
  'double exposure': ink => {
    ink.ground('#f1ece4', '#dcd6cc')
    const profile =
      'M30 102C34 86 26 80 26 66C20 34 42 14 62 20C78 24 82 38 78 48L84 60L77 63L77 74C77 80 70 80 64 79L66 102Z'
    ink.within(profile, () => {
      ink.ground('#f6c89a', '#8fa8b8', '#2f4f5c')
      ridge(ink, 62, 30, '#5f8090', 4)
      for (const [x, high] of [
        [30, 40],
        [40, 54],
        [50, 44],
        [60, 60],
        [70, 42]
      ] as const)
        pine(ink, [x, 104], high, '#16303a')
      waves(ink, 92, '#ffffff66', 2)
      scattered(7, 3, ([x, y]) => ink.line(`M${x} ${y * 0.5}q1.6-2 3 0q1.6-2 3 0`, '#20303a', 0.8))
    })
  }
} as const satisfies Record<string, Draw>
