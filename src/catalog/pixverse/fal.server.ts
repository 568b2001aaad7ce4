import { PIXVERSE_COSTS } from '#catalog/pixverse/fal-costs.ts'
import { createHash } from 'node:crypto'
import type { EndpointTypeMap } from '@fal-ai/client/endpoints'
import type { pixverse } from '#catalog/pixverse/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { earlierFile, falAction, falRequest, answerFile } from '#providers/fal-request.ts'
import type { ActionInput } from '#providers/vendor-action.ts'

type Values = ActionValues<typeof pixverse, 'videos'>

/** Source: `fal.ai/models/fal-ai/pixverse`, November 2026. */
const WORDS = {
  'v3.5': 'fal-ai/pixverse/v3.5/text-to-video',
  v4: 'fal-ai/pixverse/v4/text-to-video',
  'v4.5': 'fal-ai/pixverse/v4.5/text-to-video',
  v5: 'fal-ai/pixverse/v5/text-to-video',
  'v5.5': 'fal-ai/pixverse/v5.5/text-to-video',
  'v5.6': 'fal-ai/pixverse/v5.6/text-to-video'
} as const

const PICTURE = {
  'v3.5': 'fal-ai/pixverse/v3.5/image-to-video',
  v4: 'fal-ai/pixverse/v4/image-to-video',
  'v4.5': 'fal-ai/pixverse/v4.5/image-to-video',
  v5: 'fal-ai/pixverse/v5/image-to-video',
  'v5.5': 'fal-ai/pixverse/v5.5/image-to-video',
  'v5.6': 'fal-ai/pixverse/v5.6/image-to-video'
} as const

/** Models that can move from one image to another. */
const BETWEEN = {
  'v4.5': 'fal-ai/pixverse/v4.5/transition',
  v5: 'fal-ai/pixverse/v5/transition',
  'v5.5': 'fal-ai/pixverse/v5.5/transition',
  'v5.6': 'fal-ai/pixverse/v5.6/transition'
} as const

const EXTENDS = { field: 'action', is: 'extend' } as const
const SOUNDS = { field: 'generate_audio', is: true } as const

const STYLES = ['anime', '3d_animation', 'clay', 'comic', 'cyberpunk'] as const

function request({ values, earlier }: ActionInput<Values>): VendorRequest {
  const { prompt, model, seed, aspect_ratio, quality: resolution, duration: seconds } = values
  const [image_url = values.image_url, end_image_url] = values.frame ?? []
  const style = STYLES.find(each => each === values.style)
  const sound = values.generate_audio === true ? { generate_audio_switch: true } : {}
  const common = { prompt, seed, resolution, style, ...sound }
  // `cannot` and the limits refuse durations that a model lacks.
  const input = { ...common, duration: `${seconds}` as '5' | '8' }
  if (values.action === 'extend')
    return falRequest('fal-ai/pixverse/extend', {
      ...input,
      model,
      video_url: earlierFile(earlier, 'video_id', 'video_url')
    })
  if (model === 'v6') return newest(values, { ...common, duration: seconds })
  if (image_url === undefined) return falRequest(WORDS[model], { ...input, aspect_ratio })
  if (end_image_url === undefined) return falRequest(PICTURE[model], { ...input, image_url })
  return falRequest(BETWEEN[model as keyof typeof BETWEEN], {
    ...input,
    aspect_ratio,
    first_image_url: image_url,
    end_image_url
  })
}

type Newest = EndpointTypeMap['fal-ai/pixverse/v6/extend']['input']

/** Requests a video of v6, whose duration is a number. */
function newest(
  { aspect_ratio, frame = [], image_url: single }: Values,
  input: Omit<Newest, 'video_url'>
): VendorRequest {
  const [image_url = single, end_image_url] = frame
  if (image_url === undefined)
    return falRequest('fal-ai/pixverse/v6/text-to-video', { ...input, aspect_ratio })
  if (end_image_url === undefined)
    return falRequest('fal-ai/pixverse/v6/image-to-video', { ...input, image_url })
  return falRequest('fal-ai/pixverse/v6/transition', {
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
    'generate_audio',
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
          { field: 'duration', is: 8 },
          { any: [{ field: 'model', in: ['v3.5', 'v4', 'v4.5', 'v5'] }, EXTENDS] }
        ]
      },
      field: 'duration'
    },
    {
      when: {
        all: [
          { field: 'quality', is: '1080p' },
          { field: 'duration', is: 10 },
          { field: 'model', in: ['v5.5', 'v5.6'] }
        ]
      },
      field: 'duration'
    },
    // fal adds no sound to an extension by this model.
    { when: { all: [EXTENDS, { field: 'model', is: 'v5.5' }, SOUNDS] }, field: 'generate_audio' },
    { when: { field: 'model', in: ['v3.5', 'v4'] }, field: 'frame', most: 1 }
  ],
  request,
  outputs(answer, { action, prompt, model, quality, motion, style, aspect_ratio, duration, seed }) {
    const { url } = answerFile(answer, 'video')
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
