import type { Draw, Ink, Paint, Point } from './ink.ts'
import { bokeh, flower, star } from './scenery.ts'

type Hair = 'short' | 'side' | 'long' | 'bob' | 'child'

type Person = {
  skin: readonly [light: string, shade: string]
  hair: Hair
  colour: string
  size?: number
}

const BODY = 'M6 101C7 82 20 75 38 70C44 74 56 74 62 70C80 75 93 82 94 101Z'

const BACK: Readonly<Partial<Record<Hair, string>>> = {
  long: 'M30 42C27 15 73 15 70 42C70 56 78 66 74 80C66 84 34 84 26 80C22 66 30 56 30 42Z',
  bob: 'M28 44C25 14 75 14 72 44L74 58C73 63 65 63 63 60L37 60C35 63 27 63 26 58Z'
}

const FRONT: Readonly<Record<Hair, string>> = {
  short:
    'M32 41C29 21 40 15 51 15C65 15 71 24 68 41C67 36 66 32 63 29C54 33 44 32 38 28C34 32 33 36 32 41Z',
  side: 'M32 41C28 22 38 14 52 15C67 15 71 26 68 41C67 34 64 30 60 27C52 34 40 33 36 31C34 34 33 37 32 41Z',
  long: 'M31 46C29 24 42 17 51 17C62 17 71 25 69 46C67 36 61 29 50 25C43 31 34 36 31 46Z',
  bob: 'M30 46C29 22 40 16 50 16C61 16 71 23 70 46C68 40 67 37 66 34C54 36 45 33 40 28C37 34 33 39 30 46Z',
  child:
    'M31 40C29 20 42 16 50 16C60 16 71 21 69 40C66 32 63 31 61 28C57 31 53 31 50 28C46 32 41 31 38 29C35 32 33 34 31 40Z'
}

/** Draws a head and shoulders; the clothes are drawn after the neck and before the head. */
function person(
  ink: Ink,
  { skin: [light, shade], hair, colour, size = 1 }: Person,
  body: Paint,
  clothes: Draw
): void {
  const glossy = ink.fade([30, 15], [70, 50], colour, colour)
  if (BACK[hair] !== undefined) ink.area(BACK[hair], glossy)
  ink.area(BODY, body)
  const throat = ink.fade([0, 54], [0, 76], shade, light)
  ink.area('M41 50h18v18c0 4-4 7-9 7s-9-3-9-7z', throat)
  clothes(ink)
  ink.moved([50, 42], { wide: size }, () => {
    ink.moved([-50, -42], {}, () => {
      const face = ink.fade([34, 30], [68, 54], light, light, shade)
      ink.oval([32.5, 44], 3, 4.5, shade)
      ink.oval([67.5, 44], 3, 4.5, shade)
      ink.area('M33 38C33 24 67 24 67 38C67 52 61 64 50 64C39 64 33 52 33 38Z', face)
      ink.area(FRONT[hair], glossy)
      features(ink, shade)
    })
  })
}

function features(ink: Ink, shade: string): void {
  for (const x of [43, 57]) ink.oval([x, 43], 1.5, 1.9, '#2a1d1a')
  for (const x of [40, 54]) ink.line(`M${x} 39q3-1.6 6 0`, '#2a1d1a99', 1.1)
  ink.line('M50 45q1.6 4-.6 5', shade, 1.2)
  ink.line('M45 55.5q5 3.4 10 0', '#9c4a3f', 1.4)
}

const collar = (ink: Ink, paint: Paint): void => {
  ink.area('M38 69L50 84L42 89L33 73ZM62 69L50 84L58 89L67 73Z', paint)
}

/** Draws the fronts of a jacket and the shirt between them. */
function jacket(ink: Ink, cloth: Paint, lapel: Paint, shirt: Paint): void {
  ink.area('M40 70L50 101L60 70C56 76 44 76 40 70Z', shirt)
  ink.area('M36 70L50 101L6 101C7 82 20 75 36 70ZM64 70L50 101L94 101C93 82 80 75 64 70Z', cloth)
  ink.area('M36 70L50 101L34 90L38 86L30 82ZM64 70L50 101L66 90L62 86L70 82Z', lapel)
  collar(ink, shirt)
}

const window = (ink: Ink, [x, y]: Point): void => {
  ink.box(x, y, 26, 60, '#e9f3fb')
  ink.box(x + 12, y, 1.6, 60, '#b9cfe0')
  ink.box(x, y + 28, 26, 1.6, '#b9cfe0')
}

export const TEMPLATES = {
  male_portrait: ink => {
    ink.box(0, 0, 100, 100, ink.glow([36, 40], 80, '#566074', '#2c323e', '#14171d'))
    person(
      ink,
      { skin: ['#f0c8a4', '#a06f52'], hair: 'short', colour: '#2b211d' },
      ink.fade([10, 0], [90, 0], '#4a5060', '#22252d'),
      () => {
        ink.area('M36 69C42 80 58 80 64 69L67 71C60 85 40 85 33 71Z', '#5a6172')
      }
    )
  },
  male_portrait2: ink => {
    ink.box(0, 0, 100, 100, ink.glow([50, 38], 76, '#c08a5c', '#8a5836', '#55331f'))
    person(
      ink,
      { skin: ['#d9a077', '#93583b'], hair: 'side', colour: '#1f1714' },
      ink.fade([10, 0], [90, 0], '#ffffff', '#cfd3da'),
      () => {
        ink.area('M41 66L50 90L59 66C56 74 44 74 41 66Z', '#b87b55')
        ink.area('M38 68L50 90L40 94L31 73ZM62 68L50 90L60 94L69 73Z', '#f4f5f8')
        ink.line('M50 90V101', '#b4bac4', 1)
      }
    )
  },
  female_portrait: ink => {
    ink.ground('#f6d3d6', '#e0a3ae', '#b96f82')
    ink.soft(2, () => bokeh(ink, 16, 4, ['#fff1ec', '#ffd9d6'], 11))
    person(
      ink,
      { skin: ['#f6d3b8', '#c98e74'], hair: 'long', colour: '#6b3a25' },
      ink.fade([10, 0], [90, 0], '#9c2c45', '#5e1428'),
      () => {
        ink.area('M38 69C40 86 60 86 62 69L58 66C57 74 43 74 42 66Z', '#e5b497')
      }
    )
  },
  business_photo: ink => {
    ink.ground('#c7dbea', '#8fb0c8')
    window(ink, [6, 8])
    window(ink, [68, 8])
    person(
      ink,
      { skin: ['#f2cba8', '#b27c5a'], hair: 'side', colour: '#4a3325' },
      '#1f2f57',
      () => {
        jacket(ink, '#22345f', '#2f4579', '#fbfcff')
        ink.area('M47 79L53 79L51.5 84L55 97L50 101L45 97L48.5 84Z', '#c02f3c')
      }
    )
  },
  bob_suit: ink => {
    ink.ground('#3fa3a0', '#1d6a70')
    person(ink, { skin: ['#f3cfae', '#bd8566'], hair: 'bob', colour: '#241a1c' }, '#e6dccb', () => {
      jacket(ink, ink.fade([0, 0], [100, 0], '#f2eadc', '#cdbfa8'), '#fbf6ec', '#26232a')
    })
  },
  wedding: ink => {
    ink.ground('#f7e3bd', '#d9a862', '#9a6a34')
    ink.soft(0.8, () => bokeh(ink, 34, 9, ['#fff6d8', '#ffe29a', '#ffffff'], 9))
    person(
      ink,
      { skin: ['#e0ad84', '#9c6545'], hair: 'short', colour: '#17110f' },
      '#17171c',
      () => {
        jacket(ink, '#17171c', '#2b2b33', '#ffffff')
        ink.area('M50 79L40 74.5V84ZM50 79L60 74.5V84Z', '#0c0c10')
        ink.disc([50, 79], 2.2, '#2b2b33')
        flower(ink, [74, 87], 6, '#fff', '#f0c24a')
      }
    )
  },
  logo_tshirt: ink => {
    ink.ground('#e4edf6', '#b8cadd')
    person(
      ink,
      { skin: ['#c98d63', '#7f4d31'], hair: 'short', colour: '#15100e' },
      ink.fade([10, 0], [90, 0], '#ffffff', '#d5dbe4'),
      () => {
        ink.area('M37 69C42 80 58 80 63 69L66 71C60 84 40 84 34 71Z', '#c3ccd8')
        ink.area(star([50, 93], 8), '#f0623f')
      }
    )
  },
  kindergarten: ink => {
    ink.ground('#fdf2c7', '#bfe5ee')
    for (const [index, colour] of [
      '#f0623f',
      '#3fa3a0',
      '#f4b73b',
      '#6a7fd6',
      '#e8739a'
    ].entries()) {
      ink.area(`M${index * 21 - 3} 4L${index * 21 + 15} 4L${index * 21 + 6} 18Z`, colour)
    }
    ink.line('M-2 4H102', '#8a7a55', 1)
    ink.disc([12, 66], 8, '#f0623f')
    ink.box(78, 56, 15, 15, '#6a7fd6', 2)
    person(
      ink,
      { skin: ['#f8d5b6', '#d39a78'], hair: 'child', colour: '#8a5a30', size: 1.12 },
      '#f7c843',
      () => {
        ink.within(BODY, () => {
          for (const y of [80, 90]) ink.line(`M0 ${y + 6}Q50 ${y - 6} 100 ${y + 6}`, '#fff7dc', 4)
        })
        ink.area('M36 69C42 80 58 80 64 69L67 71C60 84 40 84 33 71Z', '#e5a92c')
      }
    )
  }
} as const satisfies Record<string, Draw>
