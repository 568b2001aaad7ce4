import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'

/** Dollars for each input image. */
const SHOWN = 0.01

const IMAGES: Readonly<Record<string, number>> = {
  '1k low': 0.04,
  '1k medium': 0.06,
  '2k low': 0.06,
  '2k medium': 0.08
}
const SECONDS: Readonly<Record<string, number>> = { '480p': 0.08, '720p': 0.14, '1080p': 0.25 }

const countOf = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0)

const image: VendorCosts[string] = {
  dollars: ({ resolution, quality, num_images, image_urls }: FieldValues) =>
    (IMAGES[`${String(resolution)} ${String(quality)}`] ?? 0) * Number(num_images) +
    SHOWN * countOf(image_urls)
}
const video: VendorCosts[string] = {
  dollars: ({ resolution, duration, image_url, reference_image_urls }: FieldValues) =>
    (SECONDS[String(resolution)] ?? 0) * Number(duration) +
    SHOWN * (image_url === undefined ? countOf(reference_image_urls) : 1)
}

/**
 * Prices for an image, and for a second of a video: fal's pages of these endpoints,
 * `fal.ai/models/…/llms.txt`, August to October 2026. xAI has the same prices.
 */
export const GROK_IMAGINE_COSTS: VendorCosts = {
  'xai/grok-imagine-image/v2.0/text-to-image': image,
  'xai/grok-imagine-image/v2.0/edit': image,
  'xai/grok-imagine-video/v1.5/text-to-video': video,
  'xai/grok-imagine-video/v1.5/image-to-video': video,
  'xai/grok-imagine-video/v1.5/reference-to-video': video
}
