import type { Draw, Ink } from './ink.ts'
import { flower, scattered, star } from './scenery.ts'
import { between, warp } from './strokes.ts'

/** The outline of the vase. */
export const VASE =
  'M42 22H58L56 30C68 38 74 48 74 60C74 74 64 84 50 84S26 74 26 60C26 48 32 38 44 30Z'

/** Draws the same vase each time, so that only the effect differs. */
function vase(
  ink: Ink,
  sky: readonly string[] = ['#26304f', '#4b5a8a'],
  tones: readonly string[] = ['#ffd9c2', '#ef7f5c', '#8f3a2a']
): void {
  ink.ground(...sky)
  ink.box(0, 82, 100, 18, '#0003')
  ink.area(VASE, ink.glow([40, 46], 52, ...tones))
  ink.line('M50 22C46 14 40 12 34 14M50 22C52 12 58 8 66 10', '#6fbf8a', 2)
  ink.disc([33, 14], 5, '#ffd27a')
  ink.disc([67, 10], 5, '#ffd27a')
}

export const SPECIAL = {
  'neon glow': ink => {
    ink.ground('#0b0820', '#160d33')
    for (const [path, colour] of [
      [VASE, '#ff3fa8'],
      ['M50 22C46 14 40 12 34 14M50 22C52 12 58 8 66 10', '#3ff0c4']
    ] as const) {
      ink.soft(3, () => ink.line(path, colour, 6))
      ink.line(path, colour, 2.4)
      ink.line(path, '#ffffffcc', 0.9)
    }
    for (const at of [
      [33, 14],
      [67, 10]
    ] as const)
      ink.ring(at, 5, '#ffe14d', 2)
  },
  'glitch art': ink => {
    vase(ink)
    ink.redrawn((x, y, seen) => {
      const band = Math.floor(y / 6)
      const shift = band % 3 === 1 ? ((band * 37) % 17) - 8 : 0
      return [seen(x + shift + 2.4, y)[0], seen(x + shift, y)[1], seen(x + shift - 2.4, y)[2]]
    })
    for (const [x, y, wide, colour] of [
      [8, 30, 22, '#3ff0e6'],
      [60, 52, 34, '#ff3fa8'],
      [20, 70, 16, '#f7f74a']
    ] as const)
      ink.box(x, y, wide, 1.8, colour)
    for (let y = 0; y < 100; y += 2.2) ink.box(0, y, 100, 0.6, '#0004')
  },
  holographic: ink => {
    ink.ground('#eef0fb', '#d9dcf2')
    const foil = (): void => {
      ink.box(
        0,
        0,
        100,
        100,
        ink.fade(
          [10, 10],
          [90, 90],
          '#ff9ad9',
          '#ffe08a',
          '#8fffc9',
          '#7fc4ff',
          '#c99aff',
          '#ffa8d0',
          '#a8fff0'
        )
      )
      for (let at = 0; at < 12; at++)
        ink.line(`M${at * 12 - 40} 0L${at * 12 + 30} 100`, '#ffffff66', 1.4)
    }
    ink.within(VASE, foil)
    ink.within('M28 14a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM62 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0z', foil)
    ink.line('M50 22C46 14 40 12 34 14M50 22C52 12 58 8 66 10', '#9aa8d9', 2)
    ink.line(VASE, '#ffffffcc', 1.4)
  },
  'double reflection': ink => {
    ink.moved([0, -6], {}, () =>
      ink.moved([50, 28], { wide: 0.62 }, () => ink.moved([-50, -50], {}, vase))
    )
    vase(ink)
    const seen = ink.seen()
    ink.redrawn((x, y) => {
      const down = y > 50
      const source = seen(50 + (x - 50) * 1.55, down ? (100 - y) * 1.72 + 4 : y * 1.72 + 4)
      return down ? between(source, [40, 60, 110], 0.35 + (y - 50) / 160) : source
    })
    for (let at = 0; at < 6; at++)
      ink.line(`M${8 + ((at * 31) % 50)} ${56 + at * 7}h${18 + at * 4}`, '#ffffff44', 0.9)
  },
  kaleidoscope: ink => {
    ink.ground('#2b1c6b', '#2b1c6b')
    ink.area('M0 0L60 10L40 60Z', '#f2557a')
    ink.area('M60 10L100 40L50 50Z', '#ffc93f')
    flower(ink, [70, 58], 18, '#3fd0c0', '#fff3c4', 6)
    ink.area(star([82, 46], 12), '#ff8a3f')
    ink.disc([58, 40], 7, '#7fd6ff')
    warp(ink, (x, y) => {
      const [u, v] = [x - 50, y - 50]
      const slice = Math.PI / 4
      const turn = Math.abs(((((Math.atan2(v, u) % slice) + slice) % slice) - slice / 2) * 2)
      const reach = Math.hypot(u, v)
      return [50 + Math.cos(turn) * reach, 40 + Math.sin(turn) * reach]
    })
  },
  'light trails': ink => {
    vase(ink, ['#070b1c', '#141c3f'], ['#3a4470', '#1f2747', '#0c1024'])
    for (const [high, colour] of [
      [40, '#ff7a3f'],
      [52, '#ffd23f'],
      [64, '#3fc9ff'],
      [74, '#ff4fa8']
    ] as const) {
      const path = `M-6 ${high + 22}C20 ${high + 24} 70 ${high + 16} 84 ${high}S60 ${high - 18} 26 ${high - 6}S30 ${high + 20} 106 ${high - 14}`
      ink.soft(1.4, () => ink.line(path, colour, 3))
      ink.line(path, '#ffffffcc', 0.9)
    }
  },
  'floating particles': ink => {
    vase(ink, ['#3a2a1c', '#8a5f33'])
    scattered(70, 4, (at, chance) =>
      ink.mixed(0.35 + chance() * 0.6, () => ink.disc(at, 0.4 + chance() ** 2 * 2, '#ffe9b8'))
    )
    ink.soft(1.4, () =>
      scattered(7, 9, (at, chance) => ink.disc(at, 2 + chance() * 3, '#ffe9b899'))
    )
  },
  'rising smoke': ink => {
    vase(ink, ['#1a1d26', '#3d4454'])
    ink.soft(2.2, () => {
      for (const [x, wide, alpha] of [
        [40, 9, 0.5],
        [52, 12, 0.55],
        [62, 8, 0.45]
      ] as const)
        ink.mixed(alpha, () =>
          ink.line(
            `M${x} 100C${x - 26} 76 ${x + 26} 62 ${x} 44S${x + 22} 18 ${x - 4} -6`,
            '#eef1f6',
            wide
          )
        )
    })
  },
  'falling petals': ink => {
    vase(ink, ['#fbe4ea', '#d9e9f5'])
    scattered(34, 6, (at, chance) =>
      ink.moved(at, { turn: chance() * 360 }, () =>
        ink.area(
          'M-3 0C-2 -3 3 -3 4 0C3 2 -1 3 -3 0Z',
          ['#f58aaa', '#ffb8cc', '#e86a90'][Math.floor(chance() * 3)] ?? '#f58aaa'
        )
      )
    )
  },
  'film grain': ink => {
    vase(ink, ['#6b6255', '#a08f78'], ['#f0dcc0', '#b8896a', '#5c3d30'])
    ink.grain(52)
    ink.box(0, 0, 100, 100, ink.glow([50, 48], 76, '#0000', '#0000', '#000b'))
    ink.line('M22 0V100', '#ffffff55', 0.6)
    ink.line('M79 0V60', '#ffffff55', 0.5)
  }
} as const satisfies Record<string, Draw>
