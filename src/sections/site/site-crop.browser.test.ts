import { beforeEach, expect, test, vi } from 'vitest'
import { improveCrops } from '#sections/site/site-crop.browser.ts'

const MARKUP = `<form data-crop="1" data-kind="logo">
  <input type="file"><input name="crop"><input data-crop-size type="range">
  <div data-crop-stage hidden><canvas></canvas></div>
</form>`

let decode: Map<File, (picture: ImageBitmap) => void>

const picture = (width: number, height: number): ImageBitmap => ({
  width,
  height,
  close: vi.fn<() => void>()
})
const find = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
const crop = (): string => find<HTMLInputElement>('[name=crop]').value
const decoded = async (file: File, made: ImageBitmap): Promise<void> => {
  decode.get(file)?.(made)
  await new Promise(resolve => setTimeout(resolve))
}

/** Chooses a file. Decoding does not finish until the test says so. */
function choose(name: string): File {
  const [input, file] = [find<HTMLInputElement>('[type=file]'), new File([name], name)]
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change'))
  return file
}

beforeEach(() => {
  decode = new Map()
  vi.stubGlobal(
    'createImageBitmap',
    (file: File) => new Promise<ImageBitmap>(resolve => decode.set(file, resolve))
  )
  document.body.innerHTML = MARKUP
  vi.spyOn(find<HTMLCanvasElement>('canvas'), 'getContext').mockReturnValue(null)
  improveCrops(document)
})

test('the last chosen image counts, even when it is decoded first', async () => {
  const [slow, quick] = [choose('slow.png'), choose('quick.png')]
  await decoded(quick, picture(200, 100))
  expect(crop()).toBe('0.2500,0.0000,0.5000,1.0000')
  const late = picture(100, 400)
  await decoded(slow, late)
  expect(crop()).toBe('0.2500,0.0000,0.5000,1.0000')
  expect(late.close).toHaveBeenCalledOnce()
})

test('a crop of a very flat image is never empty', async () => {
  await decoded(choose('flat.png'), picture(40_000, 1))
  expect(crop()).toBe('0.5000,0.0000,0.0001,1.0000')
})
