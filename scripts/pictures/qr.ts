import type { Draw, Point } from './ink.ts'
import { coded } from './qr-code.ts'
import {
  cloud,
  flower,
  hills,
  pine,
  ridge,
  scattered,
  skyline,
  star,
  stars,
  waves
} from './scenery.ts'
import { MORE_PRESETS } from './qr-more.ts'

const rain: Draw = ink =>
  scattered(60, 3, ([x, y]) => ink.line(`M${x} ${y}l-1.6 5`, '#dff1ff88', 0.7))

export const PRESETS = {
  sunset: coded([70, 12, 60], [255, 232, 190], 'round', ink => {
    ink.ground('#5b2a86', '#e2506f', '#ffb347')
    ink.disc([50, 58], 20, '#ffe08a')
    ridge(ink, 78, 18, '#7a1f57', 3)
    ink.box(0, 82, 100, 20, '#3d1150')
    waves(ink, 82, '#ffb347', 6)
  }),
  floral: coded([38, 66, 34], [255, 246, 240], 'dot', ink => {
    ink.ground('#d9f0c9', '#a8d99b')
    scattered(30, 8, (at, chance) =>
      flower(
        ink,
        at,
        6 + chance() * 6,
        ['#f26d9a', '#ff9bb8', '#f4b73b', '#b886e0'][Math.floor(chance() * 4)] ?? '#f26d9a',
        '#fff3b0'
      )
    )
  }),
  snowflakes: coded([20, 52, 110], [245, 251, 255], 'round', ink => {
    ink.ground('#7fb2e6', '#dcefff')
    scattered(22, 5, (at, chance) =>
      ink.moved(at, { turn: chance() * 60, wide: 0.5 + chance() }, () => {
        for (const turn of [0, 60, 120])
          ink.moved([0, 0], { turn }, () =>
            ink.line('M-6 0H6M-4 -2L-2.5 0L-4 2M4 -2L2.5 0L4 2', '#fff', 1)
          )
      })
    )
  }),
  feathers: coded([92, 60, 110], [255, 248, 252], 'dot', ink => {
    ink.ground('#f3dff0', '#c9d8f4')
    scattered(14, 12, (at, chance) =>
      ink.moved(at, { turn: chance() * 360 }, () => {
        ink.area(
          'M-14 0C-8 -8 8 -7 14 0C8 5 -8 6 -14 0Z',
          ['#b69ae0', '#f0a8c0', '#9cc3ea'][Math.floor(chance() * 3)] ?? '#b69ae0'
        )
        ink.line('M-17 1Q0 -2 14 0', '#ffffffcc', 0.8)
      })
    )
  }),
  raindrops: coded([12, 44, 70], [226, 242, 250], 'dot', ink => {
    ink.ground('#3d6f8e', '#8fb8c9')
    rain(ink)
    scattered(22, 6, ([x, y], chance) =>
      ink.area(
        `M${x} ${y - 5}C${x + 6} ${y + 3} ${x + 3} ${y + 7} ${x} ${y + 7}S${x - 6} ${y + 3} ${x} ${y - 5}Z`,
        chance() > 0.5 ? '#cfeaf6' : '#1f4f6c'
      )
    )
  }),
  'ultra-realism': coded([24, 40, 32], [240, 246, 248], 'square', ink => {
    ink.ground('#6aa7dc', '#cfe6f5')
    ink.soft(1, () => cloud(ink, [68, 26], 16, '#fffffff0'))
    ridge(ink, 60, 34, '#7d93a8', 4)
    ridge(ink, 74, 24, '#4e6a58', 8)
    hills(ink, 84, 8, '#3f7a3c', 2)
    for (const x of [8, 20, 34, 78, 92]) pine(ink, [x, 100], 24, '#1f4a2a')
    ink.grain(5)
  }),
  'epic-realms': coded([34, 18, 64], [244, 226, 255], 'square', ink => {
    ink.ground('#3b1d6e', '#a4508b', '#f0a36c')
    ink.disc([70, 26], 11, '#fff0d0')
    ridge(ink, 80, 30, '#5a2a6e', 6)
    ink.area('M30 82V44h4v-5h3v5h4V30h3v-6l3-7 3 7v6h3v14h4v-5h3v5h4v38z', '#241040')
    hills(ink, 86, 10, '#1a0b30', 4)
  }),
  'intricate-studio': coded([92, 44, 14], [255, 243, 220], 'round', ink => {
    ink.ground('#f0cf9a', '#d99b5c')
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 5; column++) {
        const at: Point = [10 + column * 20, 10 + row * 20]
        for (const [radius, colour] of [
          [9.5, '#8a3f1d'],
          [6.5, '#f7e2b8'],
          [3.5, '#2f6f73']
        ] as const)
          ink.area(star(at, radius, 8, 0.62), colour)
      }
    }
  }),
  'symmetric-masterpiece': coded([10, 52, 78], [236, 250, 250], 'square', ink => {
    ink.ground('#0f6d86', '#0f6d86')
    for (let ring = 9; ring > 0; ring--) {
      for (let index = 0; index < 16; index++) {
        const turn = (index * Math.PI) / 8 + (ring % 2) * 0.2
        const colour = ['#f4c95d', '#2aa7a1', '#e86a53', '#f7f0dc'][(ring + index) % 4] ?? '#f4c95d'
        ink.disc(
          [50 + Math.cos(turn) * ring * 8, 50 + Math.sin(turn) * ring * 8],
          1 + ring * 0.42,
          colour
        )
      }
    }
  }),
  'luminous-highway': coded([12, 6, 44], [226, 244, 255], 'round', ink => {
    ink.ground('#12063a', '#3c1a78', '#10051f')
    skyline(ink, 58, '#0b0524', '#6af0ff', 6, 46)
    ink.area('M44 56H56L104 102H-4Z', '#150a2e')
    for (const [x, colour] of [
      [-20, '#ff3fa4'],
      [12, '#ffb347'],
      [50, '#fff'],
      [88, '#6af0ff'],
      [120, '#3f7bff']
    ] as const)
      ink.line(`M50 56L${x} 102`, colour, 2.4)
  }),
  'celestial-journey': coded([10, 14, 58], [232, 228, 255], 'dot', ink => {
    ink.ground('#0d1240', '#2c2a80', '#512a80')
    stars(ink, 90, 7)
    ink.disc([62, 40], 20, ink.glow([54, 32], 30, '#ffd9a0', '#e08a5c', '#8a3a5a'))
    ink.moved([62, 40], { turn: -18, high: 0.28 }, () => ink.ring([0, 0], 32, '#f6e2bd', 3))
  }),
  'neon-mech': coded([6, 8, 26], [214, 255, 250], 'square', ink => {
    ink.ground('#0a1030', '#050818')
    for (const [x, y, side, colour] of [
      [10, 12, 34, '#ff2fa8'],
      [54, 6, 38, '#23f0e0'],
      [20, 54, 40, '#7a5bff'],
      [66, 56, 26, '#ffd23f']
    ] as const) {
      ink.line(
        `M${x} ${y + 8}L${x + side / 2} ${y}L${x + side} ${y + 8}V${y + side}L${x + side / 2} ${y + side + 8}L${x} ${y + side}ZM${x} ${y + 8}L${x + side / 2} ${y + 16}L${x + side} ${y + 8}M${x + side / 2} ${y + 16}V${y + side + 8}`,
        colour,
        2
      )
    }
  }),
  ...MORE_PRESETS
} as const satisfies Record<string, Draw>
