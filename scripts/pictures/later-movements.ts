import { type Draw } from './ink.ts'
import { cloud, flower, house, rays, scattered, skyline, star, tree } from './scenery.ts'
import { dabs, facets, warp } from './strokes.ts'
import { DAY, village } from './village.ts'

// Genres of pictures, and movements of art.

/** The second half of the movements. */
export const LATER_MOVEMENTS = {
  expressionism: ink => {
    village(ink, {
      ...DAY,
      sky: ['#f23d1f', '#ffb01f'],
      sun: '#ffee58',
      far: '#2b2f8f',
      near: '#0f8a6b',
      grass: '#123f3a',
      wall: '#ffd23f',
      roof: '#8f1d4f',
      crown: '#0b2a5c',
      trunk: '#2a0f24'
    })
    warp(ink, (x, y) => [x + Math.sin(y / 9) * 6, y + Math.sin(x / 11) * 7])
    dabs(ink, {
      many: 700,
      long: 6,
      wide: 1.2,
      turn: (x, y) => Math.sin(y / 9) * 1.2 + Math.cos(x / 11),
      stray: 30,
      alpha: 0.85
    })
  },
  cubism: ink => {
    village(ink, {
      ...DAY,
      sky: ['#c9b48a', '#e6d8b8'],
      sun: '#f0e2b4',
      far: '#7d7564',
      near: '#a08a58',
      grass: '#6d6238',
      wall: '#efe3c6',
      roof: '#a3552f',
      crown: '#5a5f3c'
    })
    warp(ink, (x, y) => [
      x + (Math.floor((x + y) / 22) % 2) * 8 - 4,
      y + (Math.floor((x - y + 100) / 24) % 2) * 9 - 4
    ])
    facets(ink, 9, 9, 26)
    for (const path of ['M0 30L70 100', 'M30 0L100 64', 'M100 12L20 100', 'M62 0L8 74'])
      ink.line(path, '#3a2f1f99', 0.9)
  },
  surrealism: ink => {
    ink.ground('#6fb1de', '#f5e3c0')
    cloud(ink, [20, 22], 14, '#fff')
    cloud(ink, [82, 40], 12, '#fff')
    ink.box(0, 82, 100, 20, '#d9ae6a')
    ink.oval([46, 88], 24, 3, '#7a552a77')
    ink.area('M24 50C28 66 40 72 46 78C54 70 66 64 70 50Z', '#8a6a4a')
    ink.oval([47, 50], 23, 5, '#6fae5a')
    tree(ink, [40, 50], 26, '#3f7d4a', '#5c3b2a')
    house(ink, [57, 51], 12, '#fff3df', '#d1543b', '#3c4f73')
    ink.box(78, 62, 14, 24, '#3b2a4a')
    ink.area('M78 62L72 65V88L78 86Z', '#a3553f')
    ink.disc([85, 70], 4, '#fff3c4')
  },
  'art deco': ink => {
    ink.ground('#10211f', '#0a1514')
    rays(ink, [50, 82], 26, '#d9b45a')
    ink.disc([50, 82], 34, '#10211f')
    ink.ring([50, 82], 30, '#d9b45a', 1.6)
    ink.area('M42 84V34H45V22H48V12L50 4L52 12V22H55V34H58V84Z', '#f0d68a')
    ink.line('M46 36V82M50 14V82M54 36V82', '#10211f', 1)
    for (const [x, top] of [
      [30, 54],
      [62, 54]
    ] as const)
      ink.box(x, top, 8, 32, '#d9b45a')
    ink.box(0, 82, 100, 20, '#0a1514')
    for (const y of [86, 90, 94]) ink.line(`M6 ${y}H94`, '#d9b45a', 1.2)
  },
  'art nouveau': ink => {
    ink.ground('#e7d9a8', '#cfc08a')
    ink.disc([50, 42], 30, '#f6edcb')
    ink.ring([50, 42], 30, '#7a5a2a', 2)
    ink.ring([50, 42], 26, '#b08a3f', 1)
    ink.line('M12 104C8 70 40 74 38 50C37 38 50 34 56 42C62 52 48 58 46 50', '#3f6b4a', 3.4)
    ink.line('M88 104C94 66 64 76 66 52C66 44 60 38 56 42', '#3f6b4a', 3.4)
    for (const [x, y, size] of [
      [38, 40, 11],
      [64, 30, 13],
      [30, 66, 9],
      [74, 64, 9]
    ] as const)
      flower(ink, [x, y], size, '#c8614a', '#f0c25c', 6)
    ink.line('M4 4H96V96H4Z', '#7a5a2a', 2)
  },
  bauhaus: ink => {
    ink.ground('#f1e8d6', '#f1e8d6')
    ink.box(0, 0, 50, 50, '#1f4fa3')
    ink.area('M0 50A50 50 0 0 1 50 0V50Z', '#f2b632')
    ink.area('M50 50H100A50 50 0 0 1 50 100Z', '#d8402f')
    ink.disc([75, 25], 17, '#1c1c1c')
    ink.disc([75, 25], 8, '#f1e8d6')
    for (let at = 0; at < 5; at++) ink.box(6, 56 + at * 8.4, 38, 4.2, '#1c1c1c')
  },
  cyberpunk: ink => {
    ink.ground('#170b3b', '#5a1a7a', '#ff3f8e')
    skyline(ink, 78, '#1c0f45', '#3ff0ff', 5, 70)
    skyline(ink, 84, '#0c0624', '#ff4fa8', 11, 50)
    ink.box(0, 78, 100, 24, '#0a041c')
    for (const [x, colour] of [
      [14, '#3ff0ff'],
      [36, '#ff4fa8'],
      [62, '#ffd23f'],
      [84, '#3ff0ff']
    ] as const)
      ink.soft(0.8, () => ink.mixed(0.7, () => ink.box(x, 79, 4, 22, colour)))
    ink.box(8, 30, 8, 26, '#ff4fa8', 1)
    ink.line('M10 36h4M10 42h4M10 48h4', '#fff', 1.2)
    scattered(36, 8, ([x, y]) => ink.line(`M${x} ${y}l-1 6`, '#bfe8ff55', 0.6))
    ink.area(star([80, 20], 3, 4, 0.3), '#fff')
  }
} as const satisfies Record<string, Draw>
