import type { FieldValues } from '#core/condition.ts'
import { asRecord } from '#core/json.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'

/** Dollars for a token of each kind. */
const TOKEN = { text: 5e-6, image: 8e-6, output: 30e-6 } as const

/** Tokens along the longer side of an image, by quality. */
const SIDES: Readonly<Record<string, number>> = { low: 16, medium: 24, high: 48, max: 96 }

/** Tokens of an input image of one megapixel, and characters per token of text. */
const SHOWN = 1024
const CHARACTERS = 4

/**
 * The size that is assumed for an edit that keeps the size of its image, since the request lacks
 * it.
 */
const USUAL = { width: 1024, height: 1024 }

/**
 * Returns the number of tokens that an image of this size costs. Source: OpenAI's guide "Image
 * generation", September 2026.
 */
function outputTokens(quality: string, { width, height }: typeof USUAL): number {
  const long = SIDES[quality] ?? 0
  const short = Math.round((long * Math.min(width, height)) / Math.max(width, height))
  return Math.ceil((long * short * (2_000_000 + width * height)) / 4_000_000)
}

function dollars({ prompt, quality, num_images, image_size, image_urls }: FieldValues): number {
  const { width, height } = { ...USUAL, ...asRecord(image_size ?? null) }
  const output = outputTokens(String(quality), { width: Number(width), height: Number(height) })
  const shown = Array.isArray(image_urls) ? image_urls.length * SHOWN : 0
  const text = String(prompt).length / CHARACTERS
  return output * Number(num_images) * TOKEN.output + shown * TOKEN.image + text * TOKEN.text
}

/**
 * fal bills OpenAI's tokens: $5 for a million of text, $8 of input images and $30 of output images.
 * Source: fal's pages of these endpoints, `fal.ai/models/…/llms.txt`, and OpenAI's price list, both
 * of September 2026.
 */
export const GPT_IMAGE_COSTS: VendorCosts = {
  'openai/gpt-image-2.5/flare/text-to-image': { dollars },
  'openai/gpt-image-2.5/flare/edit': { dollars },
  'openai/gpt-image-2.5/sunburst/text-to-image': { dollars },
  'openai/gpt-image-2.5/sunburst/edit': { dollars }
}
