import type { gptimage } from '#catalog/gptimage/service.ts'
import { GPT_IMAGE_PIXELS } from '#catalog/gptimage/sizes.ts'
import { recordAt, asRecord, type Json } from '#core/json.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { inlineImage } from '#providers/inline-images.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** Dollars for a token of each kind. Source: OpenAI's price list of September 2026. */
const TOKEN = { text: 5e-6, image: 8e-6, output: 30e-6 } as const

/** The units of an answer are its dollars, computed from the tokens that OpenAI reports. */
const DOLLARS = { unit: 1 } as const

const images = vendorAction<typeof gptimage, 'images'>({
  models: ['gpt-image-2.5-flare', 'gpt-image-2.5-sunburst'],
  costs: { 'images/generations': DOLLARS, 'images/edits': DOLLARS },
  units: ({ usage }) => dollarsIn(usage),
  fields: [
    'action',
    'prompt',
    'image_urls',
    'mask_url',
    'model',
    'aspect_ratio',
    'quality',
    'resolution',
    'count',
    'transparent'
  ],
  request({ values }) {
    const { prompt, image_urls, mask_url, model, aspect_ratio, quality, resolution } = values
    const { transparent } = values
    const common = {
      model,
      prompt,
      quality,
      n: values.count,
      background: transparent ? 'transparent' : 'auto',
      output_format: transparent ? 'png' : 'jpeg'
    }
    const sized = (ratio: string): string => {
      const { width, height } = sizeForRatio(ratio, GPT_IMAGE_PIXELS[resolution])
      return `${width}x${height}`
    }
    if (image_urls === undefined)
      return {
        path: 'images/generations',
        body: { ...common, size: sized(aspect_ratio ?? '1:1') }
      }
    const size = aspect_ratio === undefined ? 'auto' : sized(aspect_ratio)
    const mask = mask_url !== undefined && { mask: mask_url }
    return { path: 'images/edits', body: { ...common, size, image: [...image_urls], ...mask } }
  },
  outputs: ({ data }, { prompt, model }) =>
    [data ?? []].flat().flatMap(each => {
      const base64 = asRecord(each)?.['b64_json']
      return typeof base64 === 'string' ? [inlineImage(base64, { prompt, model })] : []
    })
})

/** Returns undefined if OpenAI does not report the tokens. */
function dollarsIn(usage: Json | undefined): number | undefined {
  const { text_tokens, image_tokens } = recordAt(usage, 'input_tokens_details')
  const output = asRecord(usage)?.['output_tokens']
  return typeof text_tokens === 'number' && typeof output === 'number'
    ? text_tokens * TOKEN.text + Number(image_tokens ?? 0) * TOKEN.image + output * TOKEN.output
    : undefined
}

export const gptimageOpenai: VendorService = { images }
