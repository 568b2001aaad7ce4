import type { Draw, Ink } from './ink.ts'
import {
  bokeh,
  cloud,
  figure,
  flower,
  hills,
  pine,
  rays,
  ridge,
  scattered,
  star,
  stars,
  waves
} from './scenery.ts'
import { warp } from './strokes.ts'

type Mood = {
  sky: readonly string[]
  light: readonly [x: number, y: number, size: number, paint: string]
  water: readonly [string, string]
  land: string
  with?: Draw
}

/** Draws the same island in a lake in a given mood. */
const felt =
  ({ sky, light, water, land, with: more }: Mood): Draw =>
  ink => {
    ink.ground(...sky)
    const [x, y, size, paint] = light
    ink.disc([x, y], size * 2.4, ink.glow([x, y], size * 2.4, `${paint}66`, `${paint}00`))
    ink.disc([x, y], size, paint)
    ink.box(0, 64, 100, 36, ink.fade([0, 64], [0, 100], ...water))
    island(ink, land)
    more?.(ink)
  }

function island(ink: Ink, land: string): void {
  ink.area('M24 68C34 60 44 58 52 58S70 62 80 68C66 72 38 72 24 68Z', land)
  ink.line('M52 60C52 50 54 46 52 38', land, 3)
  ink.disc([46, 38], 8, land)
  ink.disc([58, 38], 9, land)
  ink.disc([52, 30], 9, land)
}

export const MOODS = {
  calm: felt({
    sky: ['#bfe3ec', '#f6efe0'],
    light: [76, 30, 8, '#fff6d9'],
    water: ['#cfe8e6', '#8fc2c9'],
    land: '#5f9a94',
    with: ink => waves(ink, 78, '#ffffffaa', 3)
  }),
  joyful: felt({
    sky: ['#3fb4f2', '#fff2a8'],
    light: [76, 26, 11, '#ffe14d'],
    water: ['#4fd0d9', '#1f9fc4'],
    land: '#3fae5c',
    with: ink => {
      for (const [at, colour] of ['#f0523f', '#ffa62e', '#ffe14d', '#3fc46a', '#4f7df0'].entries())
        ink.ring([50, 70], 54 - at * 3, colour, 3)
      ink.box(0, 70, 100, 30, ink.fade([0, 70], [0, 100], '#4fd0d9', '#1f9fc4'))
      island(ink, '#3fae5c')
      for (const [x, y, colour] of [
        [12, 88, '#ff5f7a'],
        [28, 94, '#ffd23f'],
        [74, 92, '#ff8a3f'],
        [90, 86, '#ff5f7a']
      ] as const)
        flower(ink, [x, y], 7, colour, '#fff')
    }
  }),
  melancholic: felt({
    sky: ['#4f5f7a', '#8a97a8'],
    light: [30, 26, 6, '#c9d2dc'],
    water: ['#6f7f92', '#3f4c60'],
    land: '#2f3a4c',
    with: ink => scattered(46, 5, ([x, y]) => ink.line(`M${x} ${y}l-1.2 6`, '#dfe8f055', 0.7))
  }),
  mysterious: felt({
    sky: ['#14102e', '#3a2a5c'],
    light: [50, 26, 12, '#d9cff5'],
    water: ['#2a2148', '#0d0a1f'],
    land: '#0a0718',
    with: ink =>
      ink.soft(3, () => {
        for (const y of [60, 70, 84]) ink.mixed(0.5, () => ink.oval([50, y], 70, 5, '#b9a9e0'))
      })
  }),
  dreamlike: felt({
    sky: ['#b79cf0', '#ffc4e0', '#ffe9d0'],
    light: [70, 28, 12, '#fff4e0'],
    water: ['#f2b8dc', '#a9a4f0'],
    land: '#7f6fc9',
    with: ink => {
      cloud(ink, [22, 30], 15, '#ffffffdd')
      cloud(ink, [82, 58], 13, '#ffffffcc')
      scattered(16, 4, (at, chance) => ink.area(star(at, 0.8 + chance() * 2, 4, 0.3), '#fff'))
      ink.area(star([16, 14], 5), '#fff6c4')
    }
  }),
  dramatic: felt({
    sky: ['#160f1c', '#7a1f1f', '#f2803a'],
    light: [52, 58, 11, '#ffd07a'],
    water: ['#c24a2a', '#1f0a10'],
    land: '#0d060a',
    with: ink => {
      ink.mixed(0.85, () =>
        ink.area('M-2 -2H102V18C84 30 76 14 58 26S30 12 14 30L-2 20Z', '#120b16')
      )
      ink.area('M26 18L36 18L30 32L38 32L20 58L26 38L18 38Z', '#fff0c4')
    }
  }),
  tender: felt({
    sky: ['#fde3df', '#fbd0c4'],
    light: [30, 30, 9, '#fffaf0'],
    water: ['#f7c6bf', '#e79aa0'],
    land: '#c9717c',
    with: ink => {
      ink.area(
        'M74 34C70 26 60 28 62 36C63 42 70 46 74 50C78 46 85 42 86 36C88 28 78 26 74 34Z',
        '#f2778a'
      )
      figure(ink, [40, 68], 11, '#7a3a4a')
      figure(ink, [34.5, 68], 9, '#7a3a4a')
    }
  }),
  eerie: felt({
    sky: ['#0c1412', '#2f4a34'],
    light: [70, 24, 9, '#cfe39a'],
    water: ['#1f3a2a', '#070d0a'],
    land: '#050907',
    with: ink => {
      for (const [x, y] of [
        [20, 50],
        [27, 50],
        [84, 56],
        [90, 56]
      ] as const)
        ink.oval([x, y], 2.2, 1.4, '#e8f26a')
      ink.line(
        'M8 100C10 80 4 70 12 54M12 66L4 58M11 74L20 68M94 100C90 84 96 76 90 64M91 76L98 70',
        '#050907',
        2.4
      )
      ink.soft(2, () => ink.mixed(0.35, () => ink.oval([50, 78], 60, 6, '#a9d98a')))
    }
  }),
  playful: ink => {
    felt({
      sky: ['#ffd93f', '#ff9ecb'],
      light: [78, 22, 9, '#ffffff'],
      water: ['#4fd6e0', '#5f7df5'],
      land: '#7a4fe0'
    })(ink)
    warp(ink, (x, y) => [x + Math.sin(y / 8) * 3, y + Math.sin(x / 9) * 3])
    scattered(30, 7, ([x, y], chance) =>
      ink.moved([x, y], { turn: chance() * 180 }, () =>
        ink.box(
          -2,
          -1,
          4,
          2,
          ['#ff4f7d', '#3fc46a', '#fff', '#4f5ff0'][Math.floor(chance() * 4)] ?? '#fff',
          0.6
        )
      )
    )
  },
  majestic: ink => {
    ink.ground('#1f2f6a', '#7a6fb8', '#f7cf8a')
    ink.mixed(0.35, () => rays(ink, [50, 62], 18, '#fff3c4'))
    ridge(ink, 92, 84, ink.fade([0, 10], [0, 92], '#f2e9f7', '#6a6ab0', '#2f3570'), 15, 1)
    ridge(ink, 92, 40, '#2a2f66', 4, 3)
    hills(ink, 90, 6, '#141840', 3)
    for (const x of [6, 16, 84, 94]) pine(ink, [x, 100], 22, '#0b0e2a')
    stars(ink, 16, 3, '#fff', 30)
    bokeh(ink, 4, 2, ['#fff3c4'], 4)
  }
} as const satisfies Record<string, Draw>
