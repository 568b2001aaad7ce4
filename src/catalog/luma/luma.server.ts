import type { luma } from '#catalog/luma/service.ts'
import type { Json } from '#core/json.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { answerFile } from '#providers/fal-request.ts'
import { vendorAction } from '#providers/vendor-action.ts'

const MODELS = { 'ray-2': 'ray-2', 'ray-2-flash': 'ray-flash-2' } as const

/** Luma has no 480p: its lowest resolution is 540p. */
const RESOLUTIONS = { '480p': '540p', '720p': '720p', '1080p': '1080p' } as const

const FLASH = { field: 'model', is: MODELS['ray-2-flash'] } as const
const LARGE = { field: 'resolution', is: '1080p' } as const
const MIDDLE = { field: 'resolution', is: '720p' } as const

/**
 * Five seconds at 16:9, with 24 frames a second: Luma's prices of $0.0064 for a million pixels of
 * Ray 2 and $0.0022 of Ray 2 Flash, as ComfyUI's price lists of 2025 have them.
 */
const COSTS: VendorCosts = {
  generations: {
    list: [
      { when: { all: [FLASH, LARGE] }, dollars: 0.55 },
      { when: { all: [FLASH, MIDDLE] }, dollars: 0.24 },
      { when: FLASH, dollars: 0.14 },
      { when: LARGE, dollars: 1.59 },
      { when: MIDDLE, dollars: 0.71 },
      { dollars: 0.4 }
    ]
  }
}

/**
 * Matches our ids of Luma's videos, which are Luma's UUIDs without dashes. Other ids are refused:
 * Luma cannot extend a video that another vendor made.
 */
const OURS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const toOurs = (id: Json | undefined): string => String(id ?? '').replaceAll('-', '')
const toTheirs = (id: string): string => id.replace(OURS, '$1-$2-$3-$4-$5')

const imageAt = (url: string | undefined) =>
  url === undefined ? undefined : { type: 'image', url }

const videos = vendorAction<typeof luma, 'videos'>({
  models: Object.values(MODELS),
  costs: COSTS,
  fields: [
    'action',
    'prompt',
    'start_image_url',
    'end_image_url',
    'aspect_ratio',
    'model',
    'resolution',
    'loop',
    'video_id'
  ],
  cannot: [{ when: { not: { field: 'model', in: Object.keys(MODELS) } }, field: 'model' }],
  // Luma takes no files.
  links: ['start_image_url', 'end_image_url'],
  cannotSay: ({ video_id: id }) => (typeof id === 'string' && !OURS.test(id) ? ['video_id'] : []),
  request({ values, earlier }) {
    const { model, resolution = '480p', loop = false, aspect_ratio, video_id: id } = values
    const prompt = values.prompt ?? earlier['video_id']?.[0]?.['prompt']
    const first =
      id === undefined ? imageAt(values.start_image_url) : { type: 'generation', id: toTheirs(id) }
    const last = imageAt(values.end_image_url)
    const keyframes = { ...(first && { frame0: first }), ...(last && { frame1: last }) }
    return {
      path: 'generations',
      body: {
        generation_type: 'video',
        model: MODELS[model as keyof typeof MODELS],
        resolution: RESOLUTIONS[resolution],
        duration: '5s',
        loop,
        ...(prompt !== undefined && { prompt }),
        ...(aspect_ratio !== undefined && { aspect_ratio }),
        ...((first ?? last) && { keyframes })
      }
    }
  },
  outputs(answer, { prompt = '', resolution = '480p', aspect_ratio }) {
    const told = {
      state: 'completed',
      video_id: toOurs(answer['id']),
      prompt,
      resolution,
      ...(aspect_ratio !== undefined && { aspect_ratio })
    }
    return [{ values: told, files: { video_url: { url: answerFile(answer, 'video').url } } }]
  }
})

export const lumaLuma: VendorService = { videos }
