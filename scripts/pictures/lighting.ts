import type { Draw, Ink, Paint, Point } from './ink.ts'
import { bokeh, scattered, stars } from './scenery.ts'

const PEAR =
  'M50 24C58 24 59 35 61 43C64 52 73 57 73 70C73 82 62 88 50 88S27 82 27 70C27 57 36 52 39 43C41 35 42 24 50 24Z'

type Light = {
  wall: readonly string[]
  table: readonly [string, string]
  /** Colours of the pear: lit, in between, and dark. */
  tones: readonly string[]
  /** The point where light falls on the pear, and the distance that it reaches. */
  from: Point
  reach?: number
  /** The distance that the shadow extends to the side, its softness and its colour. */
  shadow?: readonly [aside: number, blur: number, colour: string]
  /** Light along the edges of the pear. */
  rim?: readonly [paint: string, width: number]
  behind?: Draw
  above?: Draw
}

/** Draws the same pear on a table in a given light. */
function lit({ wall, table, tones, from, reach = 62, shadow, rim, behind, above }: Light): Draw {
  return ink => {
    ink.ground(...wall)
    behind?.(ink)
    ink.box(0, 78, 100, 22, ink.fade([0, 78], [0, 100], ...table))
    if (shadow !== undefined) ink.soft(shadow[1], () => cast(ink, shadow[0], shadow[2]))
    ink.area(PEAR, ink.glow(from, reach, ...tones))
    ink.line('M50 26C50 20 53 16 57 14', tones.at(-1) ?? '#000', 2.4)
    if (rim !== undefined)
      ink.within(PEAR, () => ink.soft(0.8, () => ink.line(PEAR, rim[0], rim[1])))
    above?.(ink)
  }
}

function cast(ink: Ink, aside: number, paint: Paint): void {
  ink.area(
    `M34 84Q50 92 66 84L${66 + aside} ${88 - Math.abs(aside) * 0.06}Q${50 + aside} 97 ${34 + aside} 90Z`,
    paint
  )
}

export const LIGHTING = {
  'golden hour': lit({
    wall: ['#f9c873', '#f29a4a'],
    table: ['#d9863f', '#8f4a1d'],
    tones: ['#fff2b8', '#e5b23f', '#8a5212'],
    from: [68, 50],
    shadow: [-40, 1, '#5c2a0a99'],
    behind: ink => ink.disc([88, 34], 40, ink.glow([88, 34], 40, '#fff6d0', '#fff0b000'))
  }),
  'blue hour': lit({
    wall: ['#16265c', '#4f6fb8', '#c79ab0'],
    table: ['#2b3f73', '#131d3f'],
    tones: ['#9fb8d9', '#4f6a8f', '#1b2a4f'],
    from: [40, 40],
    behind: ink => {
      stars(ink, 16, 4, '#fff', 34)
      for (const x of [8, 20, 82, 92]) ink.box(x, 60, 3, 4, '#ffd27a')
    }
  }),
  'soft light': lit({
    wall: ['#ece9e4', '#d9d4cc'],
    table: ['#e3ded6', '#c9c2b8'],
    tones: ['#e9eba6', '#b9c96a', '#8fa150'],
    from: [44, 46],
    reach: 70,
    shadow: [6, 4, '#6b645a55']
  }),
  'hard light': lit({
    wall: ['#f4d64f', '#f0c832'],
    table: ['#f7df72', '#e8bc2a'],
    tones: ['#ffffe0', '#b6cc3f', '#33480f'],
    from: [34, 44],
    reach: 46,
    shadow: [52, 0, '#4a3a06']
  }),
  backlight: lit({
    wall: ['#ffe9c4', '#ffd08f'],
    table: ['#a8794f', '#4a2f1c'],
    tones: ['#4a4a1f', '#39391a', '#26260f'],
    from: [50, 60],
    rim: ['#fff6d8', 3],
    shadow: [0, 2, '#20120899'],
    behind: ink => ink.disc([50, 48], 46, ink.glow([50, 48], 46, '#ffffff', '#fff4d4', '#fff0c000'))
  }),
  'rim light': lit({
    wall: ['#0d1016', '#161b26'],
    table: ['#141924', '#080a0f'],
    tones: ['#1c2210', '#12160c', '#0a0d08'],
    from: [50, 56],
    rim: ['#bfe0ff', 4.5]
  }),
  candlelight: lit({
    wall: ['#1f0f08', '#3a1c0c'],
    table: ['#5c3015', '#1f0f06'],
    tones: ['#ffd98a', '#b07a2a', '#2f1a08'],
    from: [72, 62],
    shadow: [-34, 2, '#0a0402bb'],
    behind: ink =>
      ink.disc([86, 44], 48, ink.glow([86, 44], 48, '#ffbf5acc', '#ff9a3a33', '#ff8a2a00')),
    above: ink => {
      ink.box(82, 54, 9, 34, ink.fade([82, 0], [91, 0], '#fff0cf', '#d9a86a'), 2)
      ink.area('M86.5 36C92 44 91 52 86.5 52S81 44 86.5 36Z', '#fff3b0')
    }
  }),
  moonlight: lit({
    wall: ['#0a1330', '#1c2d58'],
    table: ['#1b2a50', '#0a1127'],
    tones: ['#d4e2f7', '#5c7899', '#111c38'],
    from: [36, 44],
    reach: 52,
    shadow: [36, 1.4, '#03061288'],
    behind: ink => {
      stars(ink, 26, 6, '#dfe9ff', 60)
      ink.disc([18, 20], 9, '#f4f7ff')
      ink.disc([18, 20], 24, ink.glow([18, 20], 24, '#cfe0ff55', '#cfe0ff00'))
    }
  }),
  'neon light': lit({
    wall: ['#160a2e', '#2a1250'],
    table: ['#241048', '#0c0420'],
    tones: ['#8a3fd0', '#4a1f8a', '#1a0b3a'],
    from: [50, 60],
    rim: ['#ff3fa8', 4],
    behind: ink => {
      for (const [x, colour] of [
        [10, '#ff3fa8'],
        [90, '#2ff0e6']
      ] as const) {
        ink.soft(3, () => ink.line(`M${x} 10V72`, colour, 7))
        ink.line(`M${x} 10V72`, '#fff', 2.4)
      }
    },
    above: ink =>
      ink.within(PEAR, () => ink.soft(1.4, () => ink.line('M73 50V88M61 43L73 62', '#2ff0e6', 5)))
  }),
  'studio light': lit({
    wall: ['#8f949c', '#c9ccd1'],
    table: ['#c3c6cc', '#9a9ea6'],
    tones: ['#fbfcd0', '#b7c657', '#6a7f2c'],
    from: [42, 40],
    reach: 56,
    shadow: [14, 2, '#3a3d4466'],
    above: ink => {
      ink.area('M-2 -2H30L22 20L-2 26Z', '#15171b')
      ink.area('M-2 26L22 20L26 25L0 32Z', '#ffffff')
      ink.mixed(0.25, () => ink.area('M2 30L26 24L78 90H20Z', '#ffffff'))
    }
  }),
  'window light': lit({
    wall: ['#6f7784', '#8b929c'],
    table: ['#8f8578', '#5f574c'],
    tones: ['#f7f9c4', '#9fb04a', '#3a481a'],
    from: [32, 48],
    reach: 50,
    shadow: [30, 1.6, '#2a241c88'],
    behind: ink => {
      ink.box(4, 10, 28, 46, '#eef5fb')
      ink.box(17, 10, 2, 46, '#59606b')
      ink.box(4, 32, 28, 2, '#59606b')
      ink.mixed(0.28, () => ink.area('M60 14L92 20V62L60 54Z', '#fff'))
    }
  }),
  firelight: lit({
    wall: ['#240a05', '#5c1c0a'],
    table: ['#7a2a0f', '#260a04'],
    tones: ['#ffc06a', '#c85a1f', '#3a0f06'],
    from: [50, 92],
    reach: 66,
    behind: ink =>
      ink.disc([50, 100], 70, ink.glow([50, 100], 70, '#ff9a3acc', '#ff5a1f55', '#ff4a0f00')),
    above: ink => {
      for (const [x, high, colour] of [
        [10, 34, '#ff6a1f'],
        [22, 24, '#ffb53a'],
        [84, 30, '#ff6a1f'],
        [94, 40, '#ffb53a'],
        [76, 18, '#ffd76a']
      ] as const)
        ink.area(
          `M${x} ${101 - high}C${x + 9} ${101 - high * 0.5} ${x + 7} 101 ${x} 101S${x - 9} ${101 - high * 0.5} ${x} ${101 - high}Z`,
          colour
        )
      scattered(14, 3, ([x, y]) => ink.disc([x, y], 0.7, '#ffd27a'))
    }
  }),
  'overcast light': lit({
    wall: ['#b3bac2', '#ccd1d6'],
    table: ['#a9afb4', '#8d9399'],
    tones: ['#b8bd8a', '#98a06c', '#767f55'],
    from: [50, 34],
    reach: 80,
    shadow: [0, 4, '#4a505844']
  }),
  'god rays': lit({
    wall: ['#31404a', '#5c6f70'],
    table: ['#4a5a52', '#222c28'],
    tones: ['#f7f4bc', '#97a34a', '#2f3a1c'],
    from: [44, 36],
    reach: 56,
    above: ink =>
      ink.soft(1.2, () => {
        for (const [x, wide] of [
          [-8, 10],
          [12, 14],
          [38, 8],
          [56, 16]
        ] as const)
          ink.mixed(0.26, () =>
            ink.area(`M${x} -4H${x + wide}L${x + wide * 2 + 34} 104H${x + 26}Z`, '#fff3cf')
          )
      })
  }),
  chiaroscuro: lit({
    wall: ['#0a0706', '#1a120d'],
    table: ['#2a1c12', '#0a0604'],
    tones: ['#fff0b0', '#b98f3a', '#3a280d', '#0d0804'],
    from: [33, 52],
    reach: 44,
    shadow: [30, 1, '#000000cc']
  }),
  bioluminescence: lit({
    wall: ['#020d1f', '#04283a'],
    table: ['#063a46', '#01131d'],
    tones: ['#0f4a5c', '#0a3346', '#041a28'],
    from: [50, 60],
    rim: ['#3ffce0', 3.4],
    above: ink => {
      bokeh(ink, 22, 5, ['#3ffce0', '#5fa8ff', '#9dffb0'], 3)
      ink.within(PEAR, () =>
        scattered(40, 8, (at, chance) => ink.disc(at, 0.5 + chance() * 1.3, '#8ffff0'))
      )
    }
  })
} as const satisfies Record<string, Draw>
