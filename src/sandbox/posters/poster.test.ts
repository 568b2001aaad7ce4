import { readFileSync } from 'node:fs'
import { Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { contrastRatio, oklchToLinear } from '#core/colour.ts'
import { LOCALES, type Locale } from '#i18n/locale.ts'
import { randomChoice, seededRandom, range } from '#media/random.ts'
import { deriveGrid, enlargePicture, makeGrid } from '#sandbox/posters/grid.ts'
import { PALETTES } from '#sandbox/posters/palette.ts'
import { makePicture } from '#sandbox/posters/picture.ts'
import { composePoster } from '#sandbox/posters/poster.ts'
import { preparePosterText, drawPosterText } from '#sandbox/posters/words.ts'
import { doseOf, FULL_DOSE } from '../../../tests/support/dose.ts'

/** Draws prompts from the strings of the product in a language, of one to a hundred words. */
function promptsIn(locale: Locale, count: number): string[] {
  const file = new URL(`../../../locales/${locale}/docs.json`, import.meta.url)
  const strings = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const random = seededRandom(`prompts ${locale}`)
  return range(count).map(() =>
    range(1 + random() * 6)
      .map(() => randomChoice(random, strings))
      .join(' ')
      .slice(0, 5 + Math.floor(random() * 600))
  )
}

/** Prompts in scripts that no language of the pages has. */
const OTHERS = [
  'אופניים אדומים ליד הים בשקיעה',
  'सूर्यास्त के समय क्षेत्र में एक लाल साइकिल',
  'সূর্যাস্তের সময় সমুদ্রের ধারে একটি লাল সাইকেল',
  'จักรยานสีแดงริมทะเลตอนพระอาทิตย์ตก กับผู้ใหญ่และปี่',
  'წითელი ველოსიპედი ზღვის პირას მზის ჩასვლისას',
  'Կարմիր հեծանիվ ծովի ափին մայրամուտին',
  'A bike in नमस्ते',
  'கடலோரத்தில் மாலையில் ஒரு சிவப்பு மிதிவண்டி',
  'సూర్యాస్తమయంలో సముద్రం పక్కన ఎర్ర సైకిల్',
  'ಸೂರ್ಯಾಸ್ತದಲ್ಲಿ ಕಡಲ ಬಳಿ ಕೆಂಪು ಸೈಕಲ್',
  'സൂര്യാസ്തമയത്തിൽ കടൽക്കരയിലെ ചുവന്ന സൈക്കിൾ',
  'સૂર્યાસ્ત સમયે દરિયા પાસે લાલ સાયકલ',
  'ਸੂਰਜ ਡੁੱਬਣ ਵੇਲੇ ਸਮੁੰਦਰ ਕੰਢੇ ਲਾਲ ਸਾਈਕਲ',
  'ସୂର୍ଯ୍ୟାସ୍ତ ସମୟରେ ସମୁଦ୍ର କୂଳରେ ଲାଲ ସାଇକେଲ',
  'හිරු බසින විට මුහුද අසල රතු බයිසිකලයක්',
  'កង់ក្រហមនៅក្បែរសមុទ្រពេលថ្ងៃលិច',
  'ລົດຖີບສີແດງຢູ່ແຄມທະເລຕອນຕາເວັນຕົກ',
  'နေဝင်ချိန်တွင် ပင်လယ်ဘေးက စက်ဘီးအနီ',
  'ፀሐይ ስትጠልቅ በባህር ዳር ቀይ ብስክሌት'
]

/** 223 prompts at full dose, else some of each language and script. */
const PROMPTS = [...OTHERS, ...LOCALES.flatMap(locale => promptsIn(locale, FULL_DOSE ? 12 : 3))]
const RATIOS = [
  [512, 512],
  [768, 432],
  [432, 768],
  [640, 160],
  [160, 640]
] as const

/** The letters of a text. Posters use the first 400 characters of a prompt. */
const lettersOf = (text: string): string =>
  (
    text
      .normalize('NFC')
      .slice(0, 400)
      .match(/[\p{L}\p{N}\p{M}]/gu) ?? []
  ).join('')

test('words in 18 languages and 18 more scripts keep all letters and stay inside their box', () => {
  const [edge, ink] = [40, [0, 0, 0] as const]
  for (const [at, prompt] of PROMPTS.entries()) {
    const [width, height] = RATIOS[at % RATIOS.length] ?? [512, 512]
    const words = preparePosterText(prompt)
    expect(lettersOf(words.text)).toBe(lettersOf(prompt))
    const brush = createCanvas(width + 2 * edge, height + 2 * edge).getContext('2d')
    drawPosterText(brush, words, {
      box: { x: edge, y: edge, width, height },
      unit: Math.min(width, height),
      ink
    })
    expect(outside(brush, edge, width, height), prompt).toBe(0)
  }
})

test('whole posters keep the margin around their words empty', () => {
  for (const [at, prompt] of doseOf(PROMPTS, 24).entries()) {
    const [width, height] = RATIOS[at % RATIOS.length] ?? [512, 512]
    const brush = createCanvas(width, height).getContext('2d')
    const drawn = vi.spyOn(brush, 'drawImage')
    composePoster({ prompt, seed: at, width, height }).paint(brush)
    const sheet = drawn.mock.lastCall?.[0]
    if (!(sheet instanceof Canvas)) throw new Error('a poster draws its words last')
    const margin = Math.floor(Math.min(width, height) * 0.065) - 3
    expect(marksIn(sheet, margin), prompt).toBe(0)
  }
})

/** Counts the pixels in the margin of a sheet that differ from its corner. */
function marksIn(sheet: Canvas, margin: number): number {
  const { width, height } = sheet
  const { data } = sheet.getContext('2d').getImageData(0, 0, width, height)
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    const isInside = x >= margin && x < width - margin && y >= margin && y < height - margin
    const apart = [0, 1, 2].map(each => Math.abs((data[at + each] ?? 0) - (data[each] ?? 0)))
    if (!isInside && Math.max(...apart) > 60) count++
  }
  return count
}

/** Counts the pixels outside of a box. A few may come from anti-aliased edges. */
function outside(
  brush: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  edge: number,
  width: number,
  height: number
): number {
  const { data } = brush.getImageData(0, 0, width + 2 * edge, height + 2 * edge)
  let count = 0
  for (let at = 3; at < data.length; at += 4) {
    const [x, y] = [
      ((at - 3) / 4) % (width + 2 * edge),
      Math.floor((at - 3) / 4 / (width + 2 * edge))
    ]
    const isInside = x >= edge - 3 && x < edge + width + 3 && y >= edge - 3 && y < edge + height + 3
    if (!isInside && (data[at] ?? 0) > 127) count++
  }
  return count
}

test('characters without a font are omitted, and a prompt of nothing else has no words', () => {
  expect(preparePosterText('a cat in ᠮᠣᠩᠭᠣᠯ')).toMatchObject({ text: 'a cat in' })
  expect(preparePosterText('ᠮᠣᠩᠭᠣᠯ')).toMatchObject({ text: '' })
  expect(preparePosterText('...')).toMatchObject({ text: '' })
  expect(preparePosterText('قارب على بحيرة')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  expect(preparePosterText('שלום, cat')).toMatchObject({ dir: 'rtl' })
  expect(preparePosterText('cat, שלום')).toMatchObject({ dir: 'ltr' })
})

test('emoji stay, without joiners and colours that the font does not know', () => {
  expect(preparePosterText('a cat 🐈 in កង់')).toMatchObject({ text: 'a cat 🐈 in កង់' })
  expect(preparePosterText('a 👩🏽‍💻 cat ❤️')).toMatchObject({ text: 'a 👩💻 cat ❤' })
  expect(preparePosterText('🎉 🎉')).toMatchObject({ text: '🎉 🎉' })
})

test('words have enough contrast on every palette', () => {
  for (const { paper, ink } of PALETTES) {
    const [ground, words] = [paper, ink].map(([l, c, h]) => oklchToLinear({ l, c, h }))
    if (ground === undefined || words === undefined) throw new Error('there are two')
    expect(contrastRatio(ground, words)).toBeGreaterThanOrEqual(4.5)
  }
})

const order = { prompt: 'a red bicycle', seed: 1, width: 256, height: 256, format: 'png' as const }

/** Returns the mean difference of two images, from 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map(bytes =>
      sharp(bytes).resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    )
  )
  if (a === undefined || b === undefined) return 255
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

describe('an image', () => {
  test.each(doseOf(RATIOS, 2))('of %i by %i pixels has that size', async (width, height) => {
    const { width: wide, height: tall } = await loadImage(
      await makePicture({ ...order, width, height })
    )
    expect([wide, tall]).toEqual([width, height])
  })

  test('repeats exactly for the same order, and differs for other words, seeds and variants', async () => {
    const first = await makePicture(order)
    expect(Buffer.from(await makePicture(order)).equals(first)).toBe(true)
    for (const other of [{ prompt: 'a blue boat' }, { seed: 2 }, { variant: 1 }])
      expect(await difference(await makePicture({ ...order, ...other }), first)).toBeGreaterThan(2)
  })

  test('of an edit shows its input', async () => {
    const input = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#20a040' }
    })
      .png()
      .toBuffer()
    const edited = await makePicture({ ...order, prompt: 'at night', inputs: [input] })
    const { channels } = await sharp(
      await sharp(edited).extract({ left: 100, top: 60, width: 40, height: 40 }).toBuffer()
    ).stats()
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([0x20, 0xa0, 0x40])
  })

  test('of an impossible size, or of bytes that are not an image, is refused', async () => {
    for (const wrong of [
      { width: 8 },
      { height: 4096 },
      { width: 100.5 },
      { inputs: [Buffer.from('nothing')] }
    ])
      await expect(makePicture({ ...order, ...wrong })).rejects.toMatchObject({
        code: 'bad_request'
      })
  })
})

describe('a grid', () => {
  const grid = makeGrid({ prompt: 'a fox', seed: 3, width: 192, height: 192 })
  const derive = async (change: Parameters<typeof deriveGrid>[0]['change'], prompt = 'a fox') =>
    deriveGrid({ picture: (await grid).picture, part: 2, change, prompt, seed: 4 })

  test('has four different images', async () => {
    const { parts } = await grid
    expect(parts).toHaveLength(4)
    const [first = new Uint8Array(), ...others] = parts
    for (const other of others) expect(await difference(other, first)).toBeGreaterThan(5)
  })

  test('of subtle variations stays closer to its image than one of strong variations', async () => {
    const [, source = new Uint8Array()] = (await grid).parts
    const subtle = await derive({ kind: 'vary', strength: 0.4 })
    const strong = await derive({ kind: 'vary', strength: 1 })
    const light = async (bytes: Uint8Array): Promise<Uint8Array> =>
      sharp(bytes).greyscale().toColourspace('srgb').toBuffer()
    const off = async ({ parts }: typeof subtle): Promise<number> =>
      Math.min(
        ...(await Promise.all(
          parts.map(async part => difference(await light(part), await light(source)))
        ))
      )
    expect(await off(subtle)).toBeLessThan(await off(strong))
  })

  test.each([{ kind: 'zoom', by: 2 }, { kind: 'pan', x: 0.4, y: 0 }, { kind: 'square' }] as const)(
    'of the change $kind keeps the image',
    async change => {
      const made = await derive(change)
      expect(made.parts).toHaveLength(4)
      expect(made.width).toBe(made.height)
    }
  )

  test('repaints only the white area of a mask', async () => {
    const mask = createCanvas(100, 100)
    const brush = mask.getContext('2d')
    brush.fillRect(0, 0, 100, 100)
    brush.fillStyle = '#fff'
    brush.fillRect(50, 0, 50, 100)
    const [, source = new Uint8Array()] = (await grid).parts
    const { parts } = await derive({ kind: 'region', mask: mask.encodeSync('png') }, 'a whale')
    const half = async (bytes: Uint8Array, side: number): Promise<Uint8Array> =>
      sharp(await sharp(bytes).resize(200, 200).toBuffer())
        .extract({ left: side * 104, top: 0, width: 96, height: 180 })
        .toBuffer()
    const [part = new Uint8Array()] = parts
    const [kept, fresh] = await Promise.all(
      [0, 1].map(async side => difference(await half(part, side), await half(source, side)))
    )
    expect(kept).toBeLessThan(4)
    expect(fresh).toBeGreaterThan(8)
  })

  test('gives one large image when one of its images is enlarged', async () => {
    const { picture } = await grid
    const plain = await enlargePicture({ picture, part: 1, seed: 1, scale: 2, creative: false })
    const creative = await enlargePicture({ picture, part: 1, seed: 1, scale: 2, creative: true })
    expect([plain.width, plain.height, plain.parts]).toEqual([2048, 2048, []])
    expect(await difference(plain.picture, creative.picture)).toBeGreaterThan(1)
  })
})
