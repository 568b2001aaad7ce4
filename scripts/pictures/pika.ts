import { css, numbers, type Draw } from './ink.ts'
import { rays, scattered, star } from './scenery.ts'
import {
  LIGHT,
  MAIN,
  SHADE,
  DARK,
  floor,
  BODY,
  eyes,
  head,
  body,
  toy,
  pressed,
  speed,
  pieces
} from './pika-toy.ts'

export const EFFECTS = {
  Levitate: ink => {
    floor(ink, 15)
    ink.moved([50, 36], { wide: 0.86 }, () => ink.moved([-50, -52], {}, toy))
    speed(ink, ['M34 76V68', 'M50 78V72', 'M66 76V68'])
    ink.mixed(0.6, () => ink.ring([50, 80], 8, '#8fd6ff', 1.2))
  },
  Decapitate: ink => {
    floor(ink)
    body(ink)
    ink.oval([50, 55.5], 7, 2.4, SHADE)
    ink.moved([58, 26], { turn: 18 }, () => head(ink, [0, 0]))
    speed(ink, ['M36 50Q38 44 43 40', 'M63 51Q64 49 64 47'])
  },
  'Eye-pop': ink => {
    floor(ink)
    body(ink)
    ink.disc([50, 38], 19, ink.glow([43, 30], 30, LIGHT, MAIN, SHADE))
    for (const [x, turn] of [
      [42, -26],
      [58, 26]
    ] as const) {
      ink.moved([x, 36], { turn }, () => {
        ink.line('M0 0l-2-4 4-3-4-3 4-3 0-3', '#e8ecf5', 1.8)
        ink.disc([0, -20], 8.5, '#fff')
        ink.disc([0, -21], 4, DARK)
        ink.disc([1.5, -22.5], 1.3, '#fff')
      })
    }
    ink.oval([50, 49], 4, 5, DARK)
  },
  'Ta-da': ink => {
    floor(ink)
    ink.mixed(0.5, () => rays(ink, [50, 60], 14, '#ffd27a'))
    toy(ink)
    for (const [side, at] of [
      [1, 0],
      [-1, 100]
    ] as const) {
      ink.moved([at, 0], { wide: side, high: 1 }, () => {
        ink.area('M-2 -2H26C26 30 18 60 6 84L-2 101Z', '#a3243f')
        ink.area('M6 -2H14C13 34 8 62 -2 82V40Z', '#cf3f57')
      })
    }
    ink.box(0, 0, 100, 9, '#7d1830')
    scattered(22, 3, (at, chance) => ink.area(star(at, 1.6 + chance() * 2, 4, 0.3), '#ffe9a8'))
  },
  Deflate: ink => {
    floor(ink, 32)
    ink.area(
      'M18 84C16 72 26 70 34 72C42 62 54 66 58 70C66 64 80 70 82 84Q50 91 18 84Z',
      ink.fade([20, 64], [80, 86], LIGHT, MAIN, SHADE)
    )
    ink.line('M34 72Q38 78 36 84M58 70Q54 76 58 84', SHADE, 1.6)
    for (const x of [43, 54]) ink.line(`M${x - 2.5} 75q2.5 1.6 5 0`, DARK, 1.6)
    ink.area('M78 70l8-7 2 3z', SHADE)
    speed(ink, ['M88 60Q94 52 88 46T90 34', 'M94 60Q98 54 95 48'])
  },
  Crumble: ink => {
    floor(ink)
    ink.within('M0 0H62L54 30L64 44L52 58L60 72L50 101H0Z', toy)
    pieces(ink, 26, 5, chance => [58 + chance() * 24, 30 + chance() * 54], 3.6)
    pieces(ink, 14, 8, chance => [54 + chance() * 34, 80 + chance() * 6], 3)
  },
  Dissolve: ink => {
    floor(ink)
    toy(ink)
    const chance = numbers(4)
    const seen = ink.seen()
    floor(ink)
    for (let y = 0; y < 100; y += 2.2) {
      for (let x = 0; x < 100; x += 2.2) {
        const [red, green, blue] = seen(x + 1, y + 1)
        if (red < 120 && green > red * 0.5) continue
        const gone = Math.max(0, (x - 42) / 34)
        const fly = gone * chance() * 34
        if (chance() > gone * 0.8)
          ink.box(x + fly, y - fly * 0.6, 2.5, 2.5, css([red, green, blue]))
      }
    }
  },
  Squish: ink => {
    floor(ink, 36)
    pressed(ink, 1.35, 0.62)
    for (const [side, x] of [
      [1, 3],
      [-1, 97]
    ] as const)
      ink.moved([x, 62], { wide: side, high: 1 }, () => {
        ink.box(-6, -18, 13, 30, '#f5d7bf', 6)
        for (const y of [-14, -7, 0, 7]) ink.box(2, y, 13, 6, '#f5d7bf', 3)
      })
    speed(ink, ['M36 30V20', 'M50 27V15', 'M64 30V20'])
  },
  Inflate: ink => {
    floor(ink, 20)
    ink.disc([50, 45], 37, ink.glow([36, 28], 62, '#ffd5c2', MAIN, SHADE))
    ink.area('M46 80L54 80L57 87H43Z', SHADE)
    ink.oval([34, 27], 8, 5, '#ffffff88', -0.7)
    eyes(ink, [50, 44], 12)
    ink.line('M43 57q7 5 14 0', DARK, 2)
    speed(ink, ['M8 24L4 20', 'M92 24L96 20', 'M7 66L3 69', 'M93 66L97 69'])
  },
  Melt: ink => {
    floor(ink, 42)
    ink.area(
      'M8 86C8 78 22 80 30 78C34 66 33 56 34 42C34 18 66 18 66 42C67 56 66 66 70 78C80 80 94 78 92 86C84 94 16 94 8 86Z',
      ink.fade([30, 24], [72, 88], LIGHT, MAIN, SHADE)
    )
    for (const [x, top, long] of [
      [36, 60, 12],
      [46, 64, 9],
      [57, 62, 14],
      [64, 54, 10]
    ] as const) {
      ink.line(`M${x} ${top}v${long}`, SHADE, 3)
      ink.disc([x, top + long], 2.2, SHADE)
    }
    ink.oval([43, 44], 2.6, 4.6, DARK)
    ink.oval([57, 50], 2.6, 4.6, DARK)
    ink.line('M45 59q5-3 9 1', DARK, 1.6)
  },
  'Cake-ify': ink => {
    floor(ink, 30)
    toy(ink)
    ink.area('M50 19A19 19 0 0 1 61 53.5C67 58 70 68 70 84Q60 87 50 87Z', '#fbe3b4')
    for (const [top, colour] of [
      [19, '#fff6e6'],
      [35, '#e8739a'],
      [53, '#fff6e6'],
      [70, '#e8739a']
    ] as const) {
      ink.within('M50 19A19 19 0 0 1 61 53.5C67 58 70 68 70 84Q60 87 50 87Z', () =>
        ink.box(48, top, 26, 5, colour)
      )
    }
    ink.moved([84, 40], { turn: 12 }, () => {
      ink.area('M-3 -30C5 -22 5 0 3 14H-3Z', '#eef2fa')
      ink.box(-3.5, 14, 7, 18, '#6b7799', 2)
    })
  },
  Crush: ink => {
    floor(ink, 40)
    ink.area(
      'M14 85C14 76 30 74 50 74S86 76 86 85Q50 91 14 85Z',
      ink.fade([20, 72], [80, 88], LIGHT, MAIN, SHADE)
    )
    ink.line('M40 80l4 3M44 80l-4 3M56 80l4 3M60 80l-4 3', DARK, 1.6)
    ink.box(10, 34, 80, 38, ink.fade([0, 34], [0, 72], '#8fa0c8', '#55658f'), 4)
    ink.box(42, -4, 16, 40, '#6f80aa')
    ink.box(10, 66, 80, 6, '#3a4870', 2)
    speed(ink, ['M4 60V72', 'M96 60V72'])
  },
  Explode: ink => {
    floor(ink)
    ink.area(star([50, 52], 50, 12, 0.58), '#ffb347')
    ink.area(star([50, 52], 36, 12, 0.58, 0.1), '#ffe08a')
    ink.disc([50, 52], 14, '#fffbe6')
    pieces(
      ink,
      30,
      9,
      chance => {
        const [turn, reach] = [chance() * Math.PI * 2, 18 + chance() * 34]
        return [50 + Math.cos(turn) * reach, 52 + Math.sin(turn) * reach]
      },
      5
    )
  },
  Peel: ink => {
    floor(ink)
    toy(ink)
    ink.area('M50 19A19 19 0 0 0 38 53C32 58 30 68 30 84Q40 88 50 87C54 64 48 40 50 19Z', '#ffe7c9')
    ink.line('M46 30Q38 40 46 52M44 62Q36 72 42 84', '#f2c592', 1.4)
    ink.area('M50 19C30 12 12 26 14 44C24 32 36 30 50 19Z', SHADE)
    ink.area('M30 84C14 78 6 64 10 54C16 66 28 70 34 66Z', SHADE)
  },
  Poke: ink => {
    floor(ink)
    ink.area(BODY, ink.fade([30, 54], [70, 84], LIGHT, MAIN, SHADE))
    ink.area(
      'M31 38A19 19 0 0 1 66 28C58 32 58 42 67 47A19 19 0 0 1 31 38Z',
      ink.glow([43, 30], 30, LIGHT, MAIN, SHADE)
    )
    ink.oval([41, 37], 2.6, 3.4, DARK)
    ink.line('M50 33l5 3-5 3', DARK, 1.8)
    ink.disc([45, 48], 2.6, DARK)
    ink.box(61, 33, 44, 9, '#f5d7bf', 4.5)
    ink.box(84, 28, 22, 24, '#f5d7bf', 8)
    speed(ink, ['M62 26L57 20', 'M62 49L57 55'])
  },
  Tear: ink => {
    floor(ink)
    const half = 'M-2 -2H51L46 14L54 26L45 40L53 54L46 66L53 80L48 102H-2Z'
    ink.moved([-7, 2], { turn: -5 }, () => ink.within(half, toy))
    ink.moved([9, -6], { turn: 6 }, () =>
      ink.within('M102 -2H51L46 14L54 26L45 40L53 54L46 66L53 80L48 102H102Z', toy)
    )
  }
} as const satisfies Record<string, Draw>
