import type { Draw } from './ink.ts'
import { coded } from './qr-code.ts'
import { bokeh, figure, hills, pine, ridge, scattered, skyline, stars, waves } from './scenery.ts'
import { dabs, facets } from './strokes.ts'

/** The second half of the presets. */
export const MORE_PRESETS = {
  'ethereal-low-poly': coded([70, 64, 120], [252, 250, 255], 'square', ink => {
    ink.ground('#f5d4e4', '#c6cdf5', '#a8e0e2')
    ridge(ink, 76, 44, '#a99adf', 3, 3)
    facets(ink, 9, 4, 18)
  }),
  'golden-vista': coded([96, 52, 6], [255, 246, 214], 'round', ink => {
    ink.ground('#ffe9a8', '#f7bd4f')
    ink.disc([50, 36], 15, '#fffbe0')
    ridge(ink, 66, 26, '#d98f2b', 9)
    ridge(ink, 82, 22, '#b56a17', 5)
    hills(ink, 92, 8, '#7d430c', 6)
  }),
  'cinematic-expanse': coded([20, 32, 52], [236, 238, 236], 'square', ink => {
    ink.ground('#24405e', '#d8987a', '#35556d')
    ridge(ink, 60, 26, '#34506b', 11)
    ink.box(0, 60, 100, 40, '#4b7088')
    waves(ink, 62, '#e8b795', 8)
    ink.box(0, 0, 100, 11, '#05070a')
    ink.box(0, 89, 100, 11, '#05070a')
  }),
  'cinematic-warm': coded([70, 26, 8], [255, 238, 212], 'round', ink => {
    ink.ground('#f3c27a', '#d9803a', '#8c3b14')
    ink.disc([66, 34], 12, '#fff0c4')
    for (const [x, tall] of [
      [10, 60],
      [26, 46],
      [48, 38],
      [78, 50],
      [94, 62]
    ] as const) {
      ink.box(x - 1.5, 100 - tall, 3, tall, '#4a1c0a')
      ink.disc([x, 100 - tall], 13, '#c2501a')
    }
    ink.mixed(0.3, () => ink.box(0, 62, 100, 38, '#ffd9a0'))
  }),
  'desolate-wilderness': coded([54, 44, 40], [238, 230, 218], 'square', ink => {
    ink.ground('#a9adb0', '#d2c3ac')
    hills(ink, 62, 14, '#b09a7c', 3)
    hills(ink, 78, 12, '#8f785d', 8)
    ink.line('M22 84V40M22 54L12 42M22 60L33 48M12 42L8 32M33 48L36 36', '#3d332b', 2.6)
  }),
  'vibrant-palette': coded([60, 14, 84], [255, 252, 240], 'dot', ink => {
    ink.ground('#ffe14d', '#ffe14d')
    scattered(44, 21, ([x, y], chance) =>
      ink.oval(
        [x, y],
        7 + chance() * 10,
        4 + chance() * 6,
        ['#ff3d6e', '#19b5c9', '#ff8a1f', '#7b3ff2', '#2ecf6a'][Math.floor(chance() * 5)] ??
          '#ff3d6e',
        chance() * 3
      )
    )
  }),
  'enigmatic-journey': coded([6, 34, 42], [220, 250, 236], 'round', ink => {
    ink.ground('#08263a', '#12665f', '#0b2e33')
    ink.soft(3, () => {
      ink.line('M-5 30C20 8 44 46 66 22S96 18 106 8', '#5df2b0aa', 7)
      ink.line('M-5 46C24 24 50 56 106 24', '#8a6bff88', 6)
    })
    for (const [x, tall] of [
      [6, 44],
      [20, 34],
      [36, 50],
      [64, 46],
      [80, 36],
      [95, 52]
    ] as const)
      pine(ink, [x, 102], tall, '#04181d')
    figure(ink, [50, 96], 16, '#dffbea')
  }),
  'timeless-cinematic': coded([16, 16, 18], [244, 244, 242], 'square', ink => {
    ink.ground('#d9d9d6', '#8a8a88')
    skyline(ink, 100, '#6d6d6c', null, 4, 74)
    skyline(ink, 104, '#3c3c3c', '#e9e9e4', 9, 52)
    ink.grain(7)
  }),
  'regal-galaxy': coded([30, 8, 66], [255, 240, 206], 'dot', ink => {
    ink.ground('#1c0a44', '#4a1680')
    ink.soft(2, () => {
      for (let at = 0; at < 130; at++) {
        const [turn, reach] = [at * 0.19, at * 0.42]
        for (const side of [0, Math.PI])
          ink.mixed(0.5, () =>
            ink.disc(
              [50 + Math.cos(turn + side) * reach, 50 + Math.sin(turn + side) * reach * 0.7],
              3,
              at < 40 ? '#ffe9b0' : '#d9a441'
            )
          )
      }
    })
    stars(ink, 70, 3, '#ffe9b0')
  }),
  'illustrious-canvas': coded([60, 26, 20], [255, 240, 216], 'round', ink => {
    ink.ground('#4f79b8', '#f0b27a', '#d9683f')
    ridge(ink, 74, 24, '#7a4a5e', 6)
    hills(ink, 88, 10, '#8a5a26', 3)
    dabs(ink, {
      many: 900,
      long: 6,
      wide: 1.6,
      turn: (x, y) => Math.sin(x / 18) + Math.cos(y / 15),
      stray: 34
    })
  }),
  'expressive-mural': coded([64, 6, 20], [255, 240, 220], 'square', ink => {
    ink.ground('#f2552c', '#a81438')
    for (let at = 0; at < 14; at++) {
      const colour = ['#ffb52e', '#ff7a1f', '#6d0f3c', '#1f2a6b', '#ffe7a8'][at % 5] ?? '#ffb52e'
      ink.line(
        `M${-10 + at * 4} ${104 - at * 2}C${20 + at * 5} ${60 - at * 6} ${-10 + at * 8} ${40 - at * 2} ${40 + at * 6} -6`,
        colour,
        4.5
      )
    }
  }),
  'serene-haze': coded([70, 92, 116], [252, 252, 250], 'dot', ink => {
    ink.ground('#f7e4dc', '#d3dfe8', '#b3c9d6')
    ink.disc([64, 28], 10, '#fff6e8')
    ink.soft(1.6, () => {
      ridge(ink, 58, 20, '#b8c6d3', 5)
      ridge(ink, 70, 16, '#9fb4c4', 8)
    })
    bokeh(ink, 10, 4, ['#ffffff'], 14)
    waves(ink, 74, '#ffffffcc', 7)
  })
} as const satisfies Record<string, Draw>
