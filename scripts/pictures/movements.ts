import { numbers, type Draw, type Point } from './ink.ts'
import {
  cloud,
  figure,
  flower,
  hills,
  house,
  rays,
  ridge,
  scattered,
  skyline,
  star,
  stars,
  tree
} from './scenery.ts'
import { contour, dabs, facets, warp } from './strokes.ts'
import { DAY, village } from './village.ts'

// Genres of pictures, and movements of art.

export const MOVEMENTS = {
  'comic book': ink => {
    village(ink, {
      ...DAY,
      sky: ['#ffd23f', '#ffe88a'],
      sun: '#ff5a36',
      far: '#3fa0e8',
      near: '#7bd14f',
      grass: '#34a853',
      roof: '#ee3d3d',
      wall: '#fff'
    })
    const seen = ink.seen()
    contour(ink, [12, 12, 20], { reach: 1.1, least: 46 })
    for (let row = 0; row < 22; row++) {
      for (let column = 0; column < 28; column++) {
        const at: Point = [column * 3.8 + (row % 2) * 1.9, row * 3.3]
        const [red, green, blue] = seen(...at)
        if (red > 240 && green > 195 && blue < 150)
          ink.disc(at, Math.max(0.3, 1.5 - row * 0.07), '#f58a1f')
      }
    }
  },
  anime: ink => {
    ink.ground('#1f7fe0', '#6cc0f7', '#d9f3ff')
    cloud(ink, [62, 52], 40, '#ffffff')
    cloud(ink, [70, 40], 24, '#ffffff')
    cloud(ink, [56, 56], 40, '#dcedfb')
    cloud(ink, [16, 30], 12, '#ffffffd0')
    hills(ink, 72, 10, '#63c06a', 3)
    hills(ink, 86, 8, '#2f9a58', 7)
    house(ink, [30, 84], 22, '#fffaf0', '#3f6fd1', '#27406e')
    tree(ink, [80, 92], 44, '#ff9ec4', '#7a4a3c')
    scattered(26, 5, (at, chance) => ink.oval(at, 1.6, 0.9, '#ffd0e2', chance() * 3))
    ink.mixed(0.5, () => ink.disc([12, 6], 26, ink.glow([12, 6], 26, '#fff', '#ffffff00')))
  },
  'storybook illustration': ink => {
    ink.ground('#31417f', '#7a6bb0', '#f2b98f')
    stars(ink, 34, 5, '#fff3c4', 50)
    ink.disc([74, 24], 11, '#fff3c4')
    ink.disc([70, 21], 9.5, '#5a5a9c')
    hills(ink, 72, 14, '#4f7a6f', 3)
    hills(ink, 86, 10, '#33594f', 7)
    ink.line('M40 56C44 46 36 42 42 34C46 28 40 24 44 18', '#fff6e0aa', 4)
    ink.area('M14 88C14 70 16 64 20 62H46C50 64 52 70 52 88Z', '#f7d9a8')
    ink.area('M8 66C22 62 28 42 36 34C40 46 46 62 58 66C42 72 22 72 8 66Z', '#b5493c')
    ink.box(20, 70, 8, 8, '#ffd45e', 3)
    ink.area('M34 88V76a5 5 0 0 1 10 0v12z', '#7a4630')
    tree(ink, [78, 90], 36, '#3f7d5a', '#5c3b2a')
    ink.grain(8)
  },
  'concept art': ink => {
    ink.ground('#1a2733', '#4f6f7a', '#d9c08f')
    ink.soft(2, () => ink.mixed(0.5, () => rays(ink, [60, 40], 9, '#ffe9b8')))
    ridge(ink, 74, 46, '#55737a', 4, 3)
    ink.area('M42 80L50 16L54 8L58 16L66 80Z', '#2b424c')
    ink.area('M30 82L38 40L43 34L46 82ZM64 82L70 46L76 52L80 82Z', '#22363f')
    hills(ink, 88, 8, '#121d24', 6)
    figure(ink, [28, 92], 14, '#070c10')
    ink.line('M28 82l6-10', '#070c10', 0.8)
    dabs(ink, { many: 160, long: 9, wide: 0.9, stray: 12, alpha: 0.5 })
  },
  photograph: ink => {
    ink.soft(1.6, () => {
      ink.box(-10, -10, 120, 120, ink.fade([0, 0], [0, 70], '#8fb6d9', '#f0e6d6'))
      ridge(ink, 64, 36, '#93a3b8', 12, 3)
      hills(ink, 70, 10, '#8fa07a', 3)
    })
    hills(ink, 86, 8, ink.fade([0, 78], [0, 100], '#6f8a4c', '#2f421f'), 7)
    ink.oval([36, 84], 20, 2.4, '#1a241480')
    house(
      ink,
      [33, 83],
      28,
      ink.fade([18, 0], [48, 0], '#fbf3e2', '#b3a78f'),
      ink.fade([0, 54], [0, 70], '#b06448', '#6f3826'),
      '#20262f'
    )
    for (let at = 0; at < 60; at++) {
      const next = numbers(at + 3)
      ink.mixed(0.8, () =>
        ink.disc(
          [73 + (next() - 0.5) * 26, 66 + (next() - 0.5) * 26],
          2 + next() * 3,
          ['#2c4a26', '#47682f', '#6b8c42'][at % 3] ?? '#2c4a26'
        )
      )
    }
    ink.box(71.5, 76, 3, 14, '#4a3526')
    ink.box(0, 0, 100, 100, ink.glow([50, 46], 78, '#0000', '#0000', '#0009'))
    ink.grain(7)
  },
  'film still': ink => {
    ink.ground('#0f3a4a', '#2f6a70', '#d98a4a')
    ridge(ink, 66, 38, '#123240', 12, 3)
    hills(ink, 74, 8, '#0d2229', 3)
    house(ink, [34, 80], 24, '#1a2c33', '#0c171c', '#ffc36b')
    ink.soft(3, () => ink.disc([34, 76], 9, '#ffb35a88'))
    figure(ink, [66, 84], 20, '#060c10')
    ink.line('M0 46H100', '#8fd6ff66', 1.2)
    ink.grain(14)
    ink.box(0, 0, 100, 14, '#000')
    ink.box(0, 86, 100, 14, '#000')
  },
  impressionism: ink => {
    village(ink, {
      ...DAY,
      sky: ['#86a9e6', '#f7d6c4'],
      far: '#a093cf',
      near: '#a7c76a',
      grass: '#6fa75a',
      roof: '#e0785a'
    })
    dabs(ink, {
      many: 2200,
      long: 2.1,
      wide: 0.9,
      turn: (x, y) => (y > 70 ? -1 : Math.sin(x / 30) * 0.4),
      stray: 62,
      alpha: 0.95
    })
  },
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
