import type { Draw, Ink, Paint } from './ink.ts'
import { MOVEMENTS } from './movements.ts'
import { cloud, hills, scattered, star } from './scenery.ts'
import { dabs } from './strokes.ts'
import { village } from './village.ts'

/** Draws something soft and round, with light from above. */
function lump(
  ink: Ink,
  draw: (paint: Paint) => void,
  [light, main, shade]: readonly [string, string, string],
  from: readonly [number, number],
  reach: number
): void {
  ink.brush.save()
  ink.brush.shadowColor = '#0007'
  ink.brush.shadowBlur = 8
  ink.brush.shadowOffsetY = 4
  draw(ink.glow(from, reach, light, main, shade))
  ink.brush.restore()
}

const LUMPS = [
  [[74, 26], 11, ['#fff0a8', '#f7c23b', '#d08a1d']],
  [[24, 24], 9, ['#ffffff', '#e9eef5', '#b3c0d1']],
  [[35, 22], 8, ['#ffffff', '#e9eef5', '#b3c0d1']]
] as const

const clay: Draw = ink => {
  ink.ground('#6fb6d9', '#a9dbe8')
  for (const [at, radius, tones] of LUMPS)
    lump(ink, paint => ink.disc(at, radius, paint), tones, [at[0] - 3, at[1] - 4], radius * 1.6)
  lump(ink, paint => hills(ink, 72, 14, paint, 3), ['#b4e08a', '#7dbb5c', '#4e8a3f'], [30, 60], 70)
  lump(
    ink,
    paint => ink.box(20, 58, 28, 26, paint, 6),
    ['#fff3dc', '#f0d3a8', '#c79c6c'],
    [26, 60],
    34
  )
  lump(
    ink,
    paint => ink.area('M14 62C18 56 30 42 34 42S50 56 54 62C54 68 14 68 14 62Z', paint),
    ['#ff9a80', '#e05a45', '#a83627'],
    [26, 48],
    34
  )
  lump(
    ink,
    paint => ink.box(29, 68, 10, 17, paint, 5),
    ['#8a6fb0', '#5f4888', '#44316a'],
    [31, 70],
    18
  )
  lump(
    ink,
    paint => ink.box(70, 70, 6, 20, paint, 3),
    ['#a9744a', '#7d4f30', '#573520'],
    [71, 72],
    18
  )
  lump(ink, paint => ink.disc([73, 60], 15, paint), ['#8fd6a0', '#45a06a', '#256b48'], [67, 52], 26)
  ink.mixed(0.25, () => {
    for (const [x, y] of [
      [70, 56],
      [30, 50],
      [26, 76],
      [60, 92],
      [14, 90]
    ] as const) {
      for (const radius of [2, 3.4, 4.8])
        ink.line(`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0`, '#fff', 0.6)
    }
  })
}

const animated: Draw = ink => {
  ink.ground('#5b6cf0', '#b9a6ff', '#ffd9e8')
  cloud(ink, [74, 34], 18, ink.fade([0, 18], [0, 38], '#ffffff', '#d9d0ff'))
  hills(ink, 84, 10, ink.fade([0, 70], [0, 100], '#7fe0b0', '#2aa07a'), 3)
  ink.oval([48, 90], 26, 4, '#12504a66')
  ink.area(
    'M24 52C20 34 26 26 32 24L40 34H58L66 24C72 26 78 34 74 52Z',
    ink.fade([20, 20], [80, 60], '#ffb45c', '#f07f2e')
  )
  ink.oval([49, 58], 27, 25, ink.glow([40, 46], 44, '#ffd08a', '#f98f38', '#c85a1c'))
  ink.oval([49, 68], 17, 13, ink.glow([45, 62], 22, '#fffaf0', '#ffe8c9', '#f3cb9a'))
  for (const x of [38, 60]) {
    ink.oval([x, 54], 7.5, 9, '#fff')
    ink.oval([x + 0.6, 55], 5, 6.6, ink.glow([x, 58], 7, '#5fd6a8', '#1c6a5c', '#0b2f33'))
    ink.disc([x + 2, 52], 2.1, '#fff')
  }
  ink.oval([49, 63], 3, 2.2, '#43231d')
  ink.line('M49 65v3q-4 4-7 1M49 68q4 4 7 1', '#43231d', 1.4)
  ink.oval([37, 40], 7, 3, '#ffffff55', -0.5)
  scattered(8, 4, (at, chance) => ink.area(star(at, 1 + chance() * 2, 4, 0.3), '#ffffffcc'))
}

export const FILM_STYLES = {
  normal: ink => village(ink),
  cyberpunk: MOVEMENTS.cyberpunk,
  anime: MOVEMENTS.anime,
  comic: MOVEMENTS['comic book'],
  clay,
  '3d_animation': animated,
  realistic: MOVEMENTS.photograph
} as const satisfies Record<string, Draw>

const BUST = 'M10 101C12 84 26 78 40 73L40 60H60V73C74 78 88 84 90 101Z'

/** Draws the same portrait twice, as a painting and as a frame of a film. */
export const MODELS = {
  general: ink => {
    ink.ground('#4a5f6b', '#1f2a33')
    ink.disc([30, 30], 50, ink.glow([30, 30], 50, '#c9a06a88', '#c9a06a00'))
    ink.area(
      'M26 52C20 14 80 12 76 52C80 70 82 82 78 92H22C18 82 22 68 26 52Z',
      ink.fade([20, 10], [80, 80], '#7a4326', '#2f1711')
    )
    ink.area(BUST, ink.fade([10, 70], [90, 100], '#a8442f', '#4f1d1c'))
    ink.area('M40 58H60V74Q50 82 40 74Z', ink.fade([40, 58], [62, 76], '#d99c74', '#7f4a35'))
    ink.area(
      'M33 42C33 24 67 24 67 42C67 56 60 67 50 67S33 56 33 42Z',
      ink.fade([32, 34], [70, 56], '#f9d6ae', '#dca079', '#8a5138')
    )
    ink.area(
      'M30 50C26 20 50 14 56 18C70 18 74 36 70 52C68 40 64 32 54 27C46 36 36 36 30 50Z',
      ink.fade([26, 18], [74, 50], '#8f5230', '#351a12')
    )
    for (const x of [39.5, 53.5]) ink.line(`M${x} 42q3.5-1.8 7 0`, '#4a2b1d', 1.1)
    ink.line('M50.5 46q2 5-1 6.5', '#a8694a', 1.3)
    ink.line('M45.5 58.5q4.5 2 9 0', '#9c3f38', 2)
    dabs(ink, {
      many: 1500,
      long: 2.6,
      wide: 0.8,
      turn: (x, y) => Math.atan2(y - 46, x - 50) + Math.PI / 2,
      stray: 22,
      alpha: 0.5
    })
    for (const x of [43, 57]) ink.oval([x, 46], 2.4, 1.6, '#2b1812')
  },
  niji: ink => {
    ink.ground('#9fd0ff', '#ffd6ea')
    scattered(14, 9, (at, chance) => ink.oval(at, 2.4, 1.4, '#ffffffcc', chance() * 3))
    ink.area(
      'M22 54C12 6 88 6 78 54C82 74 84 90 80 101H20C16 90 18 74 22 54Z',
      ink.fade([0, 10], [0, 100], '#7a6ae0', '#4a3fae')
    )
    ink.area(BUST, '#fdfdff')
    ink.area('M40 72L50 90L60 72L66 76L52 101H48L34 76Z', '#f2617a')
    ink.area('M43 60H57V72Q50 78 43 72Z', '#f3c6b0')
    ink.area('M31 42C31 24 69 24 69 42C69 58 58 68 50 70C42 68 31 58 31 42Z', '#ffe6d6')
    for (const x of [41, 59]) {
      ink.oval([x, 49], 5.6, 8, '#fff')
      ink.oval([x, 50], 4.8, 7.4, ink.fade([0, 42], [0, 58], '#241f5c', '#3f6fe0', '#8fe3ff'))
      ink.disc([x - 1.6, 46], 2, '#fff')
      ink.disc([x + 1.6, 54], 1.1, '#ffffffcc')
      ink.line(`M${x - 6} 43.5q6-5 12 0`, '#2a2360', 2)
    }
    for (const x of [35, 65]) ink.oval([x, 58], 4, 2, '#ff9ab088')
    ink.line('M47 63q3 2 6 0', '#c2505c', 1.4)
    ink.area(
      'M28 54C20 18 50 12 56 16C76 16 80 40 72 54C70 42 68 36 64 30L60 42L54 29L46 42L42 30C36 36 32 42 28 54Z',
      ink.fade([0, 14], [0, 54], '#9a8cff', '#5f50c8')
    )
    ink.line('M36 24Q46 18 58 20', '#ffffffaa', 2.4)
  }
} as const satisfies Record<string, Draw>
