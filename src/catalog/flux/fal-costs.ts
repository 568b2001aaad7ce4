import type { VendorCosts } from '#core/vendor-cost.ts'

const perMegapixel = (dollars: number, plus = 0): VendorCosts[string] => ({
  // The first megapixel of some models costs more, so units do not determine their price.
  ...(plus === 0 && { unit: dollars }),
  list: [{ dollars, times: ['num_images', 'megapixels'], plus }]
})
/** An edit also costs the megapixels of the given image. */
const perEdit = (dollars: number, plus = 0): VendorCosts[string] => ({
  ...(plus === 0 && { unit: dollars }),
  list: [{ dollars, times: ['megapixels+image_url:area'], plus }]
})
const perImage = (dollars: number): VendorCosts[string] => ({
  unit: dollars,
  list: [{ dollars, times: ['num_images'] }]
})

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt`, and its price list, both of
 * 2026. An edit by FLUX.2 klein: lumenfall.ai's list of fal's prices, November 2026. FLUX 3 is of
 * October 2026, after its introductory price.
 */
export const FLUX_COSTS: VendorCosts = {
  'fal-ai/flux/schnell': perMegapixel(0.003),
  'fal-ai/flux/dev': perMegapixel(0.025),
  'fal-ai/flux-pro/new': perMegapixel(0.05),
  'fal-ai/flux-pro/v1.1': perMegapixel(0.04),
  'fal-ai/flux-pro/v1.1-ultra': perImage(0.06),
  'fal-ai/flux-pro/kontext': perImage(0.04),
  'fal-ai/flux-pro/kontext/text-to-image': perImage(0.04),
  'fal-ai/flux-pro/kontext/max': perImage(0.08),
  'fal-ai/flux-pro/kontext/max/text-to-image': perImage(0.08),
  'fal-ai/flux-2/klein/9b': perMegapixel(0.006),
  'fal-ai/flux-2-flex': perMegapixel(0.05),
  'fal-ai/flux-2-pro': perMegapixel(0.015, 0.015),
  'fal-ai/flux-2-max': perMegapixel(0.03, 0.04),
  'fal-ai/flux-2/klein/9b/edit': perEdit(0.011),
  'fal-ai/flux-2-flex/edit': perEdit(0.05),
  'fal-ai/flux-2-pro/edit': perEdit(0.015, 0.015),
  'fal-ai/flux-2-max/edit': perEdit(0.03, 0.04),
  'blackforestlabs/flux-3/text-to-image': perImage(0.048)
}
