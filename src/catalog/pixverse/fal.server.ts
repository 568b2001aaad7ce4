import { PIXVERSE_COSTS } from '#catalog/pixverse/fal-costs.ts'
import { createHash } from 'node:crypto'
import type { pixverse } from '#catalog/pixverse/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { earlierFile, falAction, falRequest, fileIn, type AskOf } from '#providers/fal-request.ts'

type Values = ActionValues<typeof pixverse, 'videos'>

const WORDS = {
  'v3.5': 'fal-ai/pixverse/v3.5/text-to-video',
  v4: 'fal-ai/pixverse/v4/text-to-video',
  'v4.5': 'fal-ai/pixverse/v4.5/text-to-video'
} as const

const PICTURE = {
  'v3.5': 'fal-ai/pixverse/v3.5/image-to-video',
  v4: 'fal-ai/pixverse/v4/image-to-video',
  'v4.5': 'fal-ai/pixverse/v4.5/image-to-video'
} as const

const STYLES = ['anime', '3d_animation', 'clay', 'comic', 'cyberpunk'] as const

function request({ values, earlier }: AskOf<Values>): VendorRequest {
  const { prompt, model, seed, aspect_ratio, quality: resolution } = values
  const [image_url = values.image_url, end_image_url] = values.frame ?? []
  const style = STYLES.find(each => each === values.style)
  const input = { prompt, seed, resolution, style, duration: `${values.duration}` } as const
  if (values.action === 'extend')
    return falRequest('fal-ai/pixverse/extend', {
      ...input,
      model,
      video_url: earlierFile(earlier, 'video_id', 'video_url')
    })
  if (image_url === undefined) return falRequest(WORDS[model], { ...input, aspect_ratio })
  if (end_image_url === undefined) return falRequest(PICTURE[model], { ...input, image_url })
  return falRequest('fal-ai/pixverse/v4.5/transition', {
    ...input,
    aspect_ratio,
    first_image_url: image_url,
    end_image_url
  })
}

const videos = falAction<typeof pixverse, 'videos'>({
  costs: PIXVERSE_COSTS,
  fields: [
    'action',
    'prompt',
    'image_url',
    'model',
    'style',
    'aspect_ratio',
    'quality',
    'duration',
    'frame',
    'seed',
    'video_id'
  ],
  reads: { video_id: ['video_url'] },
  cannot: [
    { when: { field: 'style', is: 'realistic' }, field: 'style' },
    {
      when: {
        all: [
          { field: 'quality', is: '1080p' },
          { field: 'duration', is: 8 }
        ]
      },
      field: 'duration'
    },
    // Only v4.5 can move from one image to another.
    { when: { not: { field: 'model', is: 'v4.5' } }, field: 'frame', most: 1 }
  ],
  request,
  outputs(answer, { action, prompt, model, quality, motion, style, aspect_ratio, duration, seed }) {
    const { url } = fileIn(answer, 'video')
    const asked = {
      prompt,
      model,
      quality,
      motion,
      style: style === 'normal' ? '' : style,
      aspect_ratio,
      duration
    }
    const told = {
      id: numberOf(url),
      state: 'succeeded',
      extended: action === 'extend' ? 1 : 0,
      ...(seed !== undefined && { seed })
    }
    return [{ values: { ...told, ...asked }, files: { video_url: { url } } }]
  }
})

/** Derives a video id. API clients expect a whole number. */
function numberOf(address: string): number {
  return createHash('sha256').update(address).digest().readUIntBE(0, 6)
}

export const pixverseFal: VendorService = { videos }
