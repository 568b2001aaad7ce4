import { numbers, type Draw, type Ink } from './ink.ts'
import { flower, scattered } from './scenery.ts'
import { facets } from './strokes.ts'

const BIRD =
  'M20 58C20 44 34 38 46 42C50 30 58 23 67 25C76 27 81 35 79 43L90 48L79 52C79 72 64 83 48 83C30 83 21 73 20 60L6 48C8 46 14 50 20 56Z'

/** Draws the same bird in a given material. */
function made(ground: readonly string[], surface: Draw, over?: Draw): Draw {
  return ink => {
    ink.ground(...ground)
    ink.soft(1.6, () => ink.oval([50, 85], 30, 4.5, '#00000055'))
    ink.within(BIRD, surface)
    ink.disc([69, 37], 2, '#0009')
    over?.(ink)
  }
}

const fill = (ink: Ink, light: string, main: string, shade: string): void =>
  ink.box(0, 0, 100, 100, ink.glow([44, 42], 60, light, main, shade))
const shine = (ink: Ink, alpha = 0.8): void =>
  ink.mixed(alpha, () => {
    ink.oval([36, 52], 10, 4, '#fff', -0.5)
    ink.oval([64, 31], 4, 2.4, '#fff', -0.6)
  })
const wing = (ink: Ink, colour: string, width = 1.6): void =>
  ink.line('M30 58C40 70 54 68 62 56M34 66C42 74 52 73 59 65', colour, width)

export const MATERIALS = {
  'carved wood': made(['#e9dcc3', '#cbb48c'], ink => {
    fill(ink, '#d9a063', '#a86a35', '#6a3c19')
    for (let at = 0; at < 16; at++)
      ink.line(
        `M0 ${26 + at * 4}C30 ${20 + at * 4} 60 ${34 + at * 4} 100 ${24 + at * 4}`,
        '#5c32157a',
        1
      )
    for (let at = 0; at < 6; at++) ink.line(`M${30 + at * 5} 56q4 5 1 10`, '#4a2610', 2)
    wing(ink, '#4a2610', 2)
  }),
  'white marble': made(['#b8c1cc', '#8f9aa8'], ink => {
    fill(ink, '#ffffff', '#eef0f3', '#b9c0cb')
    for (const path of [
      'M18 70C34 60 40 44 58 50S74 30 84 26',
      'M28 84C40 76 56 78 70 62',
      'M40 42C46 52 42 60 52 66'
    ])
      ink.line(path, '#8b95a488', 1.2)
    wing(ink, '#a5aebb')
  }),
  'cast bronze': made(['#3d4a48', '#202a29'], ink => {
    fill(ink, '#f2cf8a', '#9c6a2a', '#3f260d')
    ink.mixed(0.5, () =>
      scattered(24, 4, (at, chance) => ink.oval(at, 1 + chance() * 4, 1 + chance() * 2, '#4fa38f'))
    )
    wing(ink, '#2f1b08', 2)
    shine(ink, 0.6)
  }),
  'stained glass': made(
    ['#20222c', '#12131a'],
    ink => {
      const colours = ['#e8453c', '#f5b32f', '#2f8fd6', '#35b37e', '#8a4fd0', '#f2784b']
      for (const [index, path] of [
        'M0 0H56L44 56L0 60Z',
        'M56 0H100V46L44 56Z',
        'M0 60L44 56L30 100H0Z',
        'M44 56L100 46V74L62 68Z',
        'M44 56L62 68L58 100H30Z',
        'M62 68L100 74V100H58Z'
      ].entries()) {
        ink.area(
          path,
          ink.glow([50, 50], 60, '#ffffffcc', colours[index] ?? '#fff', colours[index] ?? '#fff')
        )
        ink.line(path, '#12131a', 3)
      }
    },
    ink => ink.line(BIRD, '#12131a', 3.4)
  ),
  'blown glass': made(['#f3d9e6', '#b9d3ee'], ink => {
    ink.mixed(0.75, () => fill(ink, '#ffffff55', '#7fc3e699', '#2f7fb8'))
    ink.soft(1.4, () => ink.line(BIRD, '#ffffffcc', 4))
    ink.disc([46, 64], 2.4, '#ffffff88')
    ink.disc([54, 72], 1.4, '#ffffff88')
    shine(ink, 1)
  }),
  'glazed ceramic': made(['#ead9c4', '#d1b596'], ink => {
    fill(ink, '#7fe0d0', '#1f9c95', '#0d5a60')
    ink.area('M0 100V74C14 70 20 82 30 76S44 84 54 76S70 82 78 74L100 78V100Z', '#c98a5c')
    wing(ink, '#0d5a60')
    shine(ink, 1)
  }),
  porcelain: made(['#9db4c9', '#6f8aa5'], ink => {
    fill(ink, '#ffffff', '#f4f7fb', '#c3d0e0')
    for (const [x, y, size] of [
      [40, 60, 7],
      [56, 70, 5],
      [62, 48, 4.5]
    ] as const)
      flower(ink, [x, y], size, '#2f56b0', '#e9f0fb')
    ink.line('M24 62C34 78 58 82 72 62M52 40C58 34 68 32 76 36', '#2f56b0', 1.4)
    shine(ink, 0.9)
  }),
  'modelling clay': made(['#bfe3e0', '#8fc4c6'], ink => {
    fill(ink, '#ffb08a', '#ef6f4c', '#b8432c')
    for (const [x, y] of [
      [38, 52],
      [54, 72],
      [66, 36],
      [30, 66]
    ] as const)
      for (const radius of [2, 3.6, 5.2])
        ink.line(`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0`, '#9c331f66', 0.9)
    ink.area('M32 56C42 52 56 56 62 60C54 74 38 72 32 56Z', '#ffd06a')
  }),
  'folded paper': made(['#f4efe6', '#dcd3c4'], ink => {
    for (const [path, colour] of [
      ['M0 30L46 42L30 90L0 80Z', '#e85d6c'],
      ['M46 42L62 66L30 90Z', '#c93f55'],
      ['M46 42L70 20L62 66Z', '#f4828c'],
      ['M70 20L100 40V60L62 66Z', '#d94c60'],
      ['M62 66L100 56L60 100L30 90Z', '#a82c45']
    ] as const)
      ink.area(path, colour)
  }),
  felt: made(
    ['#f4e3b8', '#e0c68a'],
    ink => {
      fill(ink, '#8fb0e8', '#5f84cf', '#4a6bb3')
      scattered(260, 7, ([x, y], chance) =>
        ink.line(
          `M${x} ${y}l${chance() * 4 - 2} ${chance() * 4 - 2}`,
          chance() > 0.5 ? '#ffffff44' : '#1f336644',
          0.7
        )
      )
      ink.area('M32 56C42 50 58 54 62 60C54 76 38 74 32 56Z', '#f2d06b')
    },
    ink => ink.line(BIRD, '#ffffffcc', 1.4, [3, 2.6])
  ),
  'knitted wool': made(['#e6e0ee', '#c9bfda'], ink => {
    ink.ground('#c2475c', '#c2475c')
    for (let row = 0; row < 20; row++) {
      for (let column = 0; column < 18; column++)
        ink.line(`M${column * 6} ${row * 5.4}l3 4.4l3-4.4`, row % 6 < 2 ? '#fbeede' : '#ef7d88', 2)
    }
  }),
  embroidery: made(
    ['#f6f1e4', '#e9e1cd'],
    ink => {
      for (let row = 0; row < 46; row++) {
        for (let column = 0; column < 16; column++) {
          const colour = ['#2f8f86', '#3fb3a5', '#1f6f6a'][(row + column) % 3] ?? '#2f8f86'
          ink.line(
            `M${column * 7 - (row % 2) * 3.5} ${row * 2.3}l6-2`,
            row > 24 && row < 32 ? '#f2a33c' : colour,
            1.5
          )
        }
      }
    },
    ink => {
      ink.line(BIRD, '#14504e', 1.6, [2.6, 1.2])
      ink.ring([50, 52], 47, '#b98a52', 4)
    }
  ),
  silk: made(['#3a1f44', '#22102a'], ink => {
    fill(ink, '#f6c9e2', '#c25a9c', '#6f2160')
    for (let at = 0; at < 7; at++)
      ink.soft(1.6, () =>
        ink.line(
          `M${-10 + at * 16} 100C${10 + at * 14} 70 ${at * 12} 60 ${24 + at * 14} 10`,
          at % 2 === 0 ? '#ffe6f4bb' : '#5c164f99',
          4
        )
      )
  }),
  leather: made(
    ['#d9cdbb', '#b5a48a'],
    ink => {
      fill(ink, '#a8643a', '#7a4122', '#4a2410')
      scattered(300, 9, (at, chance) => ink.ring(at, 0.8 + chance(), '#34180a44', 0.5))
      ink.area('M32 56C42 50 58 54 62 60C54 76 38 74 32 56Z', '#5c2f16')
      ink.line('M34 57C43 52 56 55 60 60C53 73 40 72 34 57Z', '#e8c79a', 0.9, [2.4, 2])
    },
    ink =>
      ink.line(
        'M23 58C23 48 36 42 48 45C52 33 60 27 67 28C74 30 77 36 76 44',
        '#e8c79a',
        1,
        [2.6, 2]
      )
  ),
  'brushed steel': made(['#2f3846', '#171c25'], ink => {
    ink.box(
      0,
      0,
      100,
      100,
      ink.fade([20, 24], [72, 84], '#f7f9fb', '#aab4c0', '#e3e8ee', '#7b8694', '#cfd6de')
    )
    const next = numbers(5)
    for (let y = 20; y < 86; y += 0.9)
      ink.line(`M0 ${y}H100`, next() > 0.5 ? '#ffffff33' : '#2a323d26', 0.5)
    wing(ink, '#4a5563')
  }),
  'clear ice': made(
    ['#9fd0ea', '#4f8fc0'],
    ink => {
      fill(ink, '#ffffff', '#d3eefb', '#8fc6e8')
      ink.mixed(0.5, () => facets(ink, 8, 6, 36))
      for (const path of ['M30 50L48 62L44 82', 'M60 30L56 50L70 62', 'M48 62L66 74'])
        ink.line(path, '#ffffffdd', 1)
      shine(ink, 1)
    },
    ink => ink.line(BIRD, '#ffffffcc', 1.2)
  )
} as const satisfies Record<string, Draw>
