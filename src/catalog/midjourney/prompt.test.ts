import { expect, test } from 'vitest'
import { assemblePrompt, parsePrompt } from '#catalog/midjourney/prompt.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { checkBody } from '#core/warnings.ts'

const { fields, limits } = midjourney.actions.imagine
const assembled = (body: Record<string, unknown>): string => {
  const { values, issues } = checkBody(fields, limits, body)
  expect(issues).toEqual([])
  return assemblePrompt(values)
}

test.each([
  [{ prompt: 'a fox' }, 'a fox --version 6.1'],
  [{ prompt: 'a fox', model: 'niji', style: 'cute' }, 'a fox --niji 5 --style cute'],
  [{ prompt: 'a fox', version: '8', hd: true }, 'a fox --version 8 --hd'],
  [
    {
      prompt: 'a fox',
      image_urls: ['https://files.example/1', 'https://files.example/2'],
      elements: { style: 'linocut', mood: 'calm', artist: 'by Claude Monet' },
      version: 7,
      chaos: 20,
      quality: 0.5,
      aspect_ratio: '16:9',
      stylize: 250,
      weird: 5,
      iw: 1.5,
      style: 'raw',
      no: 'people',
      style_reference: '1234',
      moodboard: 'm5'
    },
    'https://files.example/1 https://files.example/2 a fox, linocut, by Claude Monet, calm --version 7 --chaos 20 --quality .5 ' +
      '--aspect 16:9 --stylize 250 --weird 5 --no people --iw 1.5 --style raw --sref 1234 --profile m5'
  ],
  // Typed flags win over fields, and typed speeds are dropped.
  [
    { prompt: 'a fox --ar 3:2 --v 5.2 --turbo', aspect_ratio: '16:9', chaos: 3 },
    'a fox --aspect 3:2 --version 5.2 --chaos 3'
  ],
  // A typed flag that raises the price is dropped, unless the field of that name has the same
  // value.
  [{ prompt: 'a fox --v 8 --hd --q 4' }, 'a fox --version 8'],
  [
    { prompt: 'a fox --v 8 --hd --q 2', version: '8', hd: true, quality: 2 },
    'a fox --version 8 --hd --quality 2'
  ],
  // `--niji` and `--version` exclude each other.
  [{ prompt: 'a fox --niji 6 --version 6.1' }, 'a fox --niji 6'],
  [{ prompt: 'a fox --v 7', model: 'niji' }, 'a fox --version 7']
])('assembles %j into one prompt line', (body, line) => {
  expect(assembled(body)).toBe(line)
  expect(
    assemblePrompt({ ...body, prompt: line, elements: undefined, image_urls: undefined })
  ).toBe(line)
})

test('a prompt line is split into images, words and flags', () => {
  const { images, words, flags } = parsePrompt(
    'https://a.example/1 https://a.example/2 a well-known fox --ar 16:9 —no red, blue --tile'
  )
  expect({ images, words, flags: Object.fromEntries(flags) }).toEqual({
    images: ['https://a.example/1', 'https://a.example/2'],
    words: 'a well-known fox',
    flags: { aspect: '16:9', no: 'red, blue', tile: '' }
  })
  expect(parsePrompt('https://a.example/1')).toMatchObject({
    images: ['https://a.example/1'],
    words: ''
  })
})
