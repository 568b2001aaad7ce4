import { loadDrawingLibrary } from '#media/canvas.ts'
import { placeQrCode } from '#media/qr/layout.ts'
import type { qrart } from '#catalog/qrart/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorReview, VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { createQrMatrix } from '#media/qr/matrix.ts'
import { qrPayload } from '#media/qr/payload.ts'
import { addShape, pixelPath } from '#media/qr/shapes.ts'
import { falAction, falRequest, answerFile, numberEntry } from '#providers/fal-request.ts'

type Values = ActionValues<typeof qrart, 'generate'>

const PIXELS = 1_048_576

/**
 * USUAL is the default `qrw`. SCALE is the vendor's weight of the code at that value. Each further
 * attempt adds MORE.
 */
const USUAL = 2
const SCALE = 1.35
const MORE = 0.25

/** One step in our API is this many steps at the vendor, which paints finer with more steps. */
const STEPS = 2

/** Largest image in bytes that the review downloads. */
const LARGEST = 30_000_000

/**
 * Checks that the code can be read. Images often hide it, so each further attempt gives the code
 * more weight.
 */
const review: VendorReview = {
  attempts: 3,
  async passes(answer, asked, eyes) {
    const { type = 'text', content, rawurl = false } = asked as Values
    const said = await eyes.readCode(await eyes.read(answerFile(answer, 'image').url, LARGEST))
    return content === undefined ? said !== null : said === qrPayload(type, content, rawurl)
  }
}

const generate = falAction<typeof qrart, 'generate'>({
  fields: [
    'prompt',
    'type',
    'content',
    'content_image_url',
    'preset',
    'aspect_ratio',
    'qrw',
    'position',
    'pixel_style',
    'rotate',
    'ecl',
    'padding_level',
    'steps',
    'seed',
    'rawurl'
  ],
  request({ values, attempt = 1 }) {
    const { prompt, preset, content_image_url, qrw, steps, seed, aspect_ratio } = values
    return falRequest('fal-ai/illusion-diffusion', {
      prompt: preset === undefined ? prompt : `${prompt}, ${preset.replaceAll('-', ' ')}`,
      image_url: content_image_url ?? drawn(values),
      controlnet_conditioning_scale: (SCALE * qrw) / USUAL + MORE * (attempt - 1),
      num_inference_steps: steps * STEPS,
      image_size: sizeForRatio(aspect_ratio, PIXELS),
      seed
    })
  },
  review,
  outputs(answer, { aspect_ratio }) {
    const { url, width, height } = answerFile(answer, 'image')
    const size = sizeForRatio(aspect_ratio, PIXELS)
    const told = {
      image_width: width ?? size.width,
      image_height: height ?? size.height,
      ...numberEntry('seed', answer['seed'])
    }
    return [{ values: told, files: { image_url: { url } } }]
  }
})

/**
 * Draws the plain code, dark on light, at its position in the image.
 * @returns a data URL
 */
function drawn(values: Values): string {
  const {
    type = 'text',
    content = '',
    rawurl = false,
    ecl,
    position,
    padding_level,
    pixel_style = 'square',
    rotate,
    aspect_ratio
  } = values
  const matrix = createQrMatrix(qrPayload(type, content, rawurl), ecl)
  const { width, height } = sizeForRatio(aspect_ratio, PIXELS)
  const { size, isDark, isFree, markers, alignments } = matrix
  const place = placeQrCode({ width, height, size, position, padding: padding_level, large: false })
  const canvas = loadDrawingLibrary().createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'white'
  brush.fillRect(0, 0, width, height)
  brush.translate(place.x + place.side / 2, place.y + place.side / 2)
  brush.rotate((rotate * Math.PI) / 180)
  brush.scale(place.module, place.module)
  brush.translate(-size / 2, -size / 2)
  brush.fillStyle = 'black'
  const path = pixelPath(pixel_style, (x, y) => isFree(x, y) && isDark(x, y), 0, size)
  for (const [centres, side] of [[markers, 7] as const, [alignments, 5] as const])
    for (const at of centres)
      for (const each of [side, side - 2, side - 4]) addShape(path, 'square', at, each, 1)
  brush.fill(path, 'evenodd')
  return canvas.toDataURL('image/png')
}

export const qrartFal: VendorService = { generate }
