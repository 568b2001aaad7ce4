import { createHash } from 'node:crypto'
import type { qrart } from '#catalog/qrart/service.ts'
import type { ActionValues } from '#core/service.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import type { QrArtInput } from '#sandbox/qr/art.ts'

type Values = ActionValues<typeof qrart, 'generate'>
type Shapes = Pick<QrArtInput, 'pixels' | 'marker' | 'centre'>

const PIXELS = 1_048_576
/** The largest seed has 53 bits, the limit of safe integers. */
const SEED_BITS = 53

/** The pixel style that the letters of a preset pattern select. */
const PIXEL_STYLES: Readonly<Record<string, Shapes['pixels']>> = {
  s: 'square',
  rd: 'rounded',
  d: 'dot',
  r: 'row',
  c: 'column',
  sq: 'squircle'
}

/** The markers that the number of a preset pattern selects. */
const MARKERS: Readonly<Record<string, Omit<Shapes, 'pixels'>>> = {
  1: { marker: 'square', centre: 'square' },
  2: { marker: 'box', centre: 'box' },
  3: { marker: 'circle', centre: 'circle' }
}

const generate = sandboxMaker<typeof qrart, 'generate'>(async ({ values, seed }, studio) => {
  const own = values.seed ?? seedOf(seed)
  const code =
    values.content_image_url === undefined ? undefined : await studio.read(values.content_image_url)
  const order = orderOf(values, own, code)
  const { picture } = await studio.run('qrArt', order)
  const told = { image_width: order.width, image_height: order.height, seed: own }
  return [{ values: told, files: { image_url: { bytes: picture } } }]
})

function orderOf(values: Values, seed: number, code: Uint8Array | undefined): QrArtInput {
  const { prompt, type = 'text', content = '', rawurl = false, preset, aspect_ratio } = values
  return {
    prompt,
    seed,
    ...sizeForRatio(aspect_ratio, PIXELS),
    type,
    content,
    raw: rawurl,
    ...(code !== undefined && { code }),
    ...(preset !== undefined && { preset }),
    ...shapesOf(values),
    weight: values.qrw,
    steps: values.steps,
    position: values.position,
    rotate: values.rotate,
    level: values.ecl,
    padding: values.padding_level,
    noise: values.padding_noise
  }
}

function shapesOf({
  pattern,
  pixel_style = 'square',
  marker_shape = 'square',
  sub_marker = 'square'
}: Values): Shapes {
  const [, letters = '', number = ''] = /^([a-z]+)(\d)$/.exec(pattern) ?? []
  const [pixels, markers] = [PIXEL_STYLES[letters], MARKERS[number]]
  return pixels !== undefined && markers !== undefined
    ? { pixels, ...markers }
    : { pixels: pixel_style, marker: marker_shape, centre: sub_marker }
}

/** Derives a seed, at least 1. The same seed makes the same image again. */
function seedOf(seed: string): number {
  const bits = createHash('sha256').update(seed).digest().readBigUInt64BE()
  return Math.max(1, Number(BigInt.asUintN(SEED_BITS, bits)))
}

export const qrartSandbox: SandboxService = { generate: { seconds: 4, make: generate } }
