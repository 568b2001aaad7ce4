import { PIKA_COSTS } from '#catalog/pika/fal-costs.ts'
import type { pika } from '#catalog/pika/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, idFromUrl } from '#providers/fal-request.ts'

type Values = ActionValues<typeof pika, 'videos'>

const SECONDS = 5
const QUALITY = '720p'

const CHANGED = { field: 'effect', given: true } as const
const UNPICTURED = { field: 'image_urls', given: false } as const
const FILMED = { field: 'video_url', given: true } as const

const WORDS = {
  '2.0': 'fal-ai/pika/v2/turbo/text-to-video',
  '2.1': 'fal-ai/pika/v2.1/text-to-video'
} as const

const PICTURE = {
  '2.0': 'fal-ai/pika/v2/turbo/image-to-video',
  '2.1': 'fal-ai/pika/v2.1/image-to-video'
} as const

function request({
  prompt = '',
  negative_prompt,
  image_urls = [],
  effect,
  model,
  aspect_ratio,
  video_url
}: Values): VendorRequest {
  const [image_url = '', ...others] = image_urls
  const input = { prompt, negative_prompt }
  if (effect !== undefined)
    return falRequest('fal-ai/pika/v1.5/pikaffects', { ...input, image_url, pikaffect: effect })
  if (video_url !== undefined)
    return falRequest('fal-ai/pika/v2/pikadditions', { ...input, image_url, video_url })
  if (others.length > 0)
    return falRequest('fal-ai/pika/v2.2/pikaframes', {
      ...input,
      image_urls: [...image_urls],
      resolution: QUALITY
    })
  if (model === '2.2') {
    const whole = { ...input, duration: `${SECONDS}`, resolution: QUALITY } as const
    return image_url === ''
      ? falRequest('fal-ai/pika/v2.2/text-to-video', { ...whole, aspect_ratio })
      : falRequest('fal-ai/pika/v2.2/image-to-video', { ...whole, image_url })
  }
  // `cannot` refuses version 1.5, which fal has for effects only.
  const version = model === '2.1' ? model : '2.0'
  const whole = { ...input, duration: SECONDS, resolution: QUALITY } as const
  if (image_url !== '') return falRequest(PICTURE[version], { ...whole, image_url })
  return falRequest(WORDS[version], { ...whole, aspect_ratio })
}

const videos = falAction<typeof pika, 'videos'>({
  costs: PIKA_COSTS,
  fields: [
    'action',
    'prompt',
    'image_urls',
    'effect',
    'model',
    'aspect_ratio',
    'negative_prompt',
    'video_url'
  ],
  cannot: [
    { when: { field: 'ingredients', is: true }, field: 'ingredients' },
    // fal offers the older model for effects only.
    { when: { all: [{ field: 'model', is: '1.5' }, { not: CHANGED }] }, field: 'model' },
    { when: { all: [CHANGED, { any: [UNPICTURED, FILMED] }] }, field: 'effect' },
    { when: { any: [CHANGED, FILMED] }, field: 'image_urls', most: 1 },
    // fal adds an image to an uploaded video, so it needs the image too.
    { when: { all: [FILMED, UNPICTURED] }, field: 'video_url' }
  ],
  request: ({ values }) => request(values),
  outputs(answer, { prompt = '', model }) {
    const video = answerFile(answer, 'video')
    const told = {
      id: idFromUrl(video),
      state: 'complete',
      prompt,
      model,
      quality: QUALITY,
      duration: SECONDS
    }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

export const pikaFal: VendorService = { videos }
