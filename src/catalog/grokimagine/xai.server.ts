import type { grokimagine } from '#catalog/grokimagine/service.ts'
import { asRecord } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorService } from '#core/vendor.ts'
import { videoOutput } from '#providers/fal-request.ts'
import { inlineImage } from '#providers/inline-images.ts'
import { vendorAction } from '#providers/vendor-action.ts'
import { xaiDollars } from '#providers/xai-media.ts'

const RESOLUTIONS = { '1K': '1k', '2K': '2k' } as const

/** The units of an answer are its dollars, which xAI reports. */
const DOLLARS = { unit: 1 } as const

const images = vendorAction<typeof grokimagine, 'images'>({
  models: ['grok-imagine-image-2.0'],
  costs: { 'images/generations': DOLLARS, 'images/edits': DOLLARS },
  units: xaiDollars,
  fields: [
    'action',
    'prompt',
    'image_urls',
    'model',
    'aspect_ratio',
    'quality',
    'resolution',
    'count'
  ],
  request({ values }) {
    const { prompt, model, image_urls = [], aspect_ratio, quality, resolution, count } = values
    const common = {
      model,
      prompt,
      n: count,
      quality,
      resolution: RESOLUTIONS[resolution],
      response_format: 'b64_json',
      ...(aspect_ratio !== undefined && { aspect_ratio })
    }
    const [image, ...more] = image_urls.map(url => ({ type: 'image_url', url }))
    if (image === undefined) return { path: 'images/generations', body: common }
    const shown = more.length === 0 ? { image } : { images: [image, ...more] }
    return { path: 'images/edits', body: { ...common, ...shown } }
  },
  outputs({ data }, { prompt, model }) {
    const all = [data ?? []].flat().map(asRecord)
    const shown = all
      .filter(each => each !== null)
      .filter(each => each['respect_moderation'] !== false)
    if (all.length > 0 && shown.length === 0) throw moderated()
    return shown.flatMap(({ b64_json }) =>
      typeof b64_json === 'string' ? [inlineImage(b64_json, { prompt, model })] : []
    )
  }
})

const videos = vendorAction<typeof grokimagine, 'videos'>({
  models: ['grok-imagine-video-1.5'],
  costs: { 'videos/generations': DOLLARS },
  units: xaiDollars,
  fields: [
    'prompt',
    'start_image_url',
    'reference_image_urls',
    'model',
    'aspect_ratio',
    'resolution',
    'duration'
  ],
  request({ values }) {
    const { prompt, model, start_image_url, reference_image_urls, aspect_ratio } = values
    const { resolution, duration } = values
    const common = { model, prompt, resolution, duration }
    if (start_image_url !== undefined)
      return { path: 'videos/generations', body: { ...common, image: { url: start_image_url } } }
    const shown = reference_image_urls?.map(url => ({ url }))
    return {
      path: 'videos/generations',
      body: {
        ...common,
        ...(aspect_ratio !== undefined && { aspect_ratio }),
        ...(shown && { reference_images: shown })
      }
    }
  },
  outputs(answer, { prompt, model, resolution, duration }) {
    if (asRecord(answer['video'])?.['respect_moderation'] === false) throw moderated()
    return [videoOutput(answer, { prompt, model, resolution, duration })]
  }
})

function moderated(): Problem {
  return new Problem('forbidden', { detail: 'the vendor’s moderation refused this' })
}

export const grokimagineXai: VendorService = { images, videos }
