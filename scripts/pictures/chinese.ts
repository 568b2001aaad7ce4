import type { Draw } from './ink.ts'
import { flower, skyline, stars } from './scenery.ts'
import { VASE } from './effects.ts'

const RED = '#c8281e'

export const CHINESE = {
  'Chinese ink wash painting': ink => {
    ink.ground('#f5f1e6', '#ece5d3')
    ink.soft(1.4, () => {
      ink.area('M0 70C14 60 20 34 32 28C42 36 46 56 60 66Z', '#3a3f4477')
      ink.area('M44 74C54 64 62 18 72 12C84 24 88 56 102 70V78H44Z', '#23272c99')
    })
    ink.line('M72 12C66 26 64 44 56 62', '#14171a', 1.6)
    ink.soft(3, () => ink.oval([50, 72], 60, 5, '#f5f1e6'))
    ink.area('M14 86Q26 92 38 86L34 91H18Z', '#23272c')
    ink.line('M26 86V76', '#23272c', 1)
    ink.box(84, 82, 10, 12, RED, 1)
  },
  'gongbi painting': ink => {
    ink.ground('#e8d9b4', '#d9c699')
    ink.line('M-4 84C24 70 40 72 64 50S92 26 106 24', '#5a4230', 3)
    for (const [x, y, size] of [
      [44, 58, 17],
      [72, 40, 13]
    ] as const) {
      for (const grow of [1, 0.72, 0.46])
        flower(
          ink,
          [x, y],
          size * grow,
          grow === 1 ? '#f7d6d9' : grow > 0.5 ? '#ee9aa8' : '#d9607a',
          '#f7dc8a',
          7
        )
    }
    for (const [x, y, turn] of [
      [22, 68, -0.5],
      [60, 66, 0.6],
      [88, 40, 0.8]
    ] as const) {
      ink.oval([x, y], 8, 3.4, '#5f8a5c', turn)
      ink.line(`M${x - 6} ${y - 1}L${x + 6} ${y + 1}`, '#33523a', 0.6)
    }
    ink.area('M20 26C26 20 34 20 38 24L44 22L40 28C38 36 26 38 14 32Z', '#4f7fb0')
    ink.disc([37, 26], 1, '#1a1a1a')
  },
  'blue and green landscape': ink => {
    ink.ground('#d9bf83', '#ead9ac')
    for (const [x, top, wide, colours] of [
      [20, 40, 26, ['#2f6fa8', '#4fa388']],
      [78, 34, 30, ['#1f5c9c', '#3f9478']],
      [48, 16, 30, ['#1d4f9a', '#46a587']]
    ] as const)
      ink.area(
        `M${x - wide} 84C${x - wide * 0.7} 60 ${x - wide * 0.3} ${top} ${x} ${top}S${x + wide * 0.7} 60 ${x + wide} 84Z`,
        ink.fade([0, top], [0, 84], ...colours, '#d9c48a')
      )
    for (const [x, y] of [
      [48, 24],
      [42, 34],
      [56, 36],
      [78, 44],
      [22, 50]
    ] as const)
      ink.line(`M${x} ${y}q2 9 0 18`, '#e8c76a99', 1)
    ink.box(0, 82, 100, 20, '#7fb0b8')
    for (let at = 0; at < 4; at++)
      ink.line(`M${at * 26 - 4} ${88 + (at % 2) * 5}q6-3 12 0t12 0`, '#f4ead0', 1)
  },
  'Dunhuang mural': ink => {
    ink.ground('#c98f5c', '#b3754a')
    for (const [radius, colour] of [
      [36, '#3f8a7d'],
      [32, '#e8d4a8'],
      [28, '#8a3a2c'],
      [24, '#e0b66a']
    ] as const)
      ink.disc([50, 42], radius, colour)
    ink.line('M8 60C24 40 30 84 46 66S70 46 94 74', '#3f8a7d', 4)
    ink.line('M6 74C26 56 36 92 54 78S80 62 96 88', '#e8d4a8', 3)
    ink.disc([50, 36], 9, '#f0d2a8')
    ink.area('M40 34C38 22 62 22 60 34C56 29 44 29 40 34Z', '#2a1a16')
    ink.disc([50, 21], 4.4, '#2a1a16')
    ink.area('M40 46H60L68 82C58 90 42 90 32 82Z', '#8a3a2c')
    ink.line('M41 50L32 62M59 50L70 58', '#f0d2a8', 4)
    ink.grain(26)
  },
  'Chinese paper cutting': ink => {
    ink.ground('#fbf3e4', '#fbf3e4')
    for (let at = 0; at < 8; at++)
      ink.moved([50, 50], { turn: at * 45 }, () => {
        ink.area('M0 -8C-12 -20 -12 -34 0 -44C12 -34 12 -20 0 -8Z', RED)
        ink.area('M0 -14C-6 -22 -6 -30 0 -37C6 -30 6 -22 0 -14Z', '#fbf3e4')
        ink.area('M0 -20C-3 -24 -3 -28 0 -32C3 -28 3 -24 0 -20Z', RED)
        ink.area('M14 -36L20 -42L18 -33Z', RED)
      })
    ink.disc([50, 50], 11, RED)
    for (let at = 0; at < 8; at++)
      ink.disc([50 + Math.cos(at * 0.785) * 6.5, 50 + Math.sin(at * 0.785) * 6.5], 1.6, '#fbf3e4')
    ink.disc([50, 50], 3, '#fbf3e4')
  },
  'blue and white porcelain': ink => {
    ink.ground('#e9e4da', '#d3ccbe')
    ink.within(VASE, () => {
      ink.box(0, 0, 100, 100, ink.glow([42, 46], 54, '#ffffff', '#f2f6fb', '#b9c9de'))
      for (const [x, y, size] of [
        [50, 58, 12],
        [30, 66, 7],
        [70, 66, 7],
        [38, 44, 5],
        [63, 44, 5]
      ] as const)
        flower(ink, [x, y], size, '#2450a8', '#dfe9f7', 6)
      for (const y of [33, 78]) {
        ink.box(0, y, 100, 1.4, '#2450a8')
        ink.box(0, y + 2.6, 100, 0.7, '#2450a8')
      }
    })
    ink.line('M42 22H58', '#2450a8', 2)
    ink.oval([50, 86], 22, 3, '#0002')
  },
  'Suzhou garden': ink => {
    ink.ground('#f1efe8', '#e3e0d5')
    ink.box(0, 78, 100, 24, '#8fb8ac')
    ink.disc([52, 46], 32, '#6b6a66')
    ink.within('M52 16a30 30 0 1 0 .1 0z', () => {
      ink.ground('#cfe4df', '#9fc4a4')
      ink.area('M34 56L52 42L70 56H66V72H38V56Z', '#7a4a36')
      ink.area('M28 56C38 54 44 46 52 36C60 46 66 54 76 56C66 58 38 58 28 56Z', '#3f4a4c')
      for (const x of [28, 33, 75]) ink.line(`M${x} 84V24`, '#4f8a52', 1.8)
      for (const [x, y] of [
        [28, 34],
        [33, 44],
        [75, 38],
        [75, 52]
      ] as const)
        ink.oval([x + 4, y], 5, 1.4, '#4f8a52', 0.5)
      ink.box(0, 70, 100, 14, '#7fb0a6')
    })
    ink.area('M-2 0H102V8C80 12 20 12 -2 8Z', '#3f4a4c')
  },
  'Hanfu costume': ink => {
    ink.ground('#cfe3de', '#eef0e2')
    ink.area('M20 102C24 78 34 66 42 62H58C66 66 76 78 80 102Z', '#3f8f8a')
    ink.area('M42 62L54 102H46L36 68ZM58 62L46 102H54L64 68Z', '#f7efe0')
    ink.area('M47 70H53V62H47Z', '#f3d0b0')
    ink.box(30, 88, 40, 7, '#c8485a')
    ink.area('M36 42C36 26 64 26 64 42C64 54 58 64 50 64S36 54 36 42Z', '#f8dcc0')
    ink.area('M34 46C30 20 70 20 66 46C64 34 58 30 50 30S36 34 34 46Z', '#1c1518')
    ink.oval([50, 17], 12, 8, '#1c1518')
    ink.line('M36 16H66', '#e0b64a', 1.8)
    ink.disc([67, 16], 2.2, '#c8485a')
    ink.line('M67 18V27', '#e0b64a', 1)
    for (const x of [44, 56]) ink.line(`M${x - 3} 45q3-2 6 0`, '#2a1a1c', 1.4)
    ink.line('M47 56q3 2 6 0', '#b8404a', 1.8)
    ink.disc([50, 36], 1.3, RED)
  },
  'red lanterns': ink => {
    ink.ground('#2a0c1c', '#6b1a26', '#c2502c')
    skyline(ink, 100, '#1a0710', '#ffb347', 5, 26)
    for (const [x, y, size] of [
      [26, 36, 15],
      [66, 28, 19],
      [84, 66, 10],
      [46, 68, 11]
    ] as const) {
      ink.disc([x, y], size * 2, ink.glow([x, y], size * 2, '#ff7a3f77', '#ff7a3f00'))
      ink.line(`M${x} -4V${y - size}`, '#e0b64a', 1)
      ink.oval([x, y], size, size * 0.86, ink.glow([x, y], size, '#ffd27a', '#f2452c', '#b0141c'))
      for (const part of [0.35, 0.7])
        ink.line(
          `M${x} ${y - size * 0.86}C${x - size * part * 1.3} ${y - size * 0.5} ${x - size * part * 1.3} ${y + size * 0.5} ${x} ${y + size * 0.86}C${x + size * part * 1.3} ${y + size * 0.5} ${x + size * part * 1.3} ${y - size * 0.5} ${x} ${y - size * 0.86}`,
          '#8a0f14',
          0.8
        )
      ink.box(x - size * 0.4, y - size, size * 0.8, size * 0.22, '#e0b64a')
      ink.box(x - size * 0.4, y + size * 0.78, size * 0.8, size * 0.22, '#e0b64a')
      ink.line(`M${x} ${y + size}v${size * 0.7}`, '#f2c14a', 1.6)
    }
    stars(ink, 8, 3, '#ffe9b8', 40)
  },
  'New Year woodblock print': ink => {
    ink.ground('#f2d9a0', '#f2d9a0')
    ink.line('M5 5H95V95H5Z', '#2a1a3a', 2.4)
    ink.area('M22 92C18 70 30 60 50 60S82 70 78 92Z', '#d9302c')
    ink.disc([50, 42], 22, '#f8cfa8')
    for (const x of [30, 70]) ink.disc([x, 20], 7, '#2a1a3a')
    ink.area('M40 24C44 16 56 16 60 24C56 28 44 28 40 24Z', '#2a1a3a')
    for (const x of [36, 64]) ink.disc([x, 49], 5, '#f0857a')
    for (const x of [42, 58]) ink.line(`M${x - 4} 41q4-4 8 0`, '#2a1a3a', 2)
    ink.line('M44 53q6 5 12 0', '#c8281e', 2.2)
    ink.area('M22 82C30 70 66 70 76 78L88 70L86 90L76 84C66 92 32 94 22 82Z', '#3f7fc4')
    for (let at = 0; at < 4; at++) ink.line(`M${40 + at * 9} 75q5 6 0 12`, '#f2d9a0', 1.4)
    ink.disc([30, 80], 1.6, '#2a1a3a')
    for (const [x, y] of [
      [14, 52],
      [86, 50]
    ] as const)
      flower(ink, [x, y], 8, '#4fa35c', '#f7c93f', 6)
    ink.line('M22 92C18 70 30 60 50 60S82 70 78 92', '#2a1a3a', 1.8)
    ink.ring([50, 42], 22, '#2a1a3a', 1.8)
  }
} as const satisfies Record<string, Draw>
