import { numbers, type Draw, type Point } from './ink.ts'
import { cloud, figure, hills, house, rays, ridge, scattered, stars, tree } from './scenery.ts'
import { contour, dabs } from './strokes.ts'
import { DAY, village } from './village.ts'
import { LATER_MOVEMENTS } from './later-movements.ts'

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
  ...LATER_MOVEMENTS
} as const satisfies Record<string, Draw>
