import { KLING_API_COSTS } from '#catalog/kling/kling-costs.ts'
import type { kling } from '#catalog/kling/service.ts'
import type { Condition } from '#core/condition.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { base64OrUrl } from '#providers/data-address.ts'
import { answerFile, idFromUrl } from '#providers/fal-request.ts'
import { klingUnits } from '#providers/kling.ts'
import { vendorAction } from '#providers/vendor-action.ts'

type Values = ActionValues<typeof kling, 'videos'>

/**
 * Models of Kling's own API. It ended older models on 15 September 2026, and cannot extend videos
 * of the newer ones.
 */
const MODELS = {
  'kling-v2-5-turbo': 'kling-v2-5-turbo',
  'kling-v2-6': 'kling-v2-6',
  'kling-v3': 'kling-v3',
  'kling-v3-omni': 'kling-v3-omni',
  'kling-o1': 'kling-video-o1'
} as const

type Name = keyof typeof MODELS

const OMNI: Condition = { field: 'model', in: ['kling-v3-omni', 'kling-o1'] }
const SOUNDS: Condition = { field: 'generate_audio', is: true }
const given = (field: keyof Values): Condition => ({ field, given: true })
const both = (...all: Condition[]): Condition => ({ all })

const videos = vendorAction<typeof kling, 'videos'>({
  models: Object.values(MODELS),
  costs: KLING_API_COSTS,
  units: klingUnits,
  fields: [
    'action',
    'prompt',
    'start_image_url',
    'end_image_url',
    'model',
    'image_list',
    'video_list',
    'aspect_ratio',
    'duration',
    'mode',
    'generate_audio',
    'negative_prompt'
  ],
  // Images may be sent as bytes, but videos only as links.
  links: ['video_list'],
  cannot: [
    { when: { field: 'action', is: 'extend' }, field: 'action' },
    { when: { not: { field: 'model', in: Object.keys(MODELS) } }, field: 'model' },
    {
      when: both({ field: 'model', is: 'kling-v2-6' }, SOUNDS, {
        not: { field: 'mode', is: 'pro' }
      }),
      field: 'mode'
    },
    { when: both(OMNI, given('negative_prompt')), field: 'negative_prompt' },
    // A reference video has its own sound, and at most four images beside it.
    { when: both(given('video_list'), SOUNDS), field: 'generate_audio' },
    { when: given('video_list'), field: 'image_list', most: 4 },
    { when: both(given('video_list'), given('start_image_url')), field: 'video_list' },
    // Seven images in all, and two in a video that has a final one.
    { when: given('start_image_url'), field: 'image_list', most: 6 },
    { when: given('end_image_url'), field: 'image_list' }
  ],
  request: ({ values }) =>
    values.model === 'kling-v3-omni' || values.model === 'kling-o1' ? omni(values) : plain(values),
  outputs(answer, { prompt = '', model, aspect_ratio, duration = 5 }) {
    const video = answerFile(answer, 'video')
    const told = {
      state: 'succeed',
      video_id: idFromUrl(video),
      duration: duration.toFixed(3),
      prompt,
      model,
      aspect_ratio
    }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

/** Returns the values that all endpoints accept. Only some models know `sound`. */
function common({ model, prompt, mode, duration, generate_audio: sound }: Values) {
  return {
    model_name: MODELS[model as Name],
    mode,
    duration: String(duration),
    ...(prompt !== undefined && { prompt }),
    ...(sound !== undefined && { sound: sound ? 'on' : 'off' })
  }
}

function plain(values: Values): VendorRequest {
  const { aspect_ratio, negative_prompt, start_image_url: start, end_image_url: end } = values
  const body = { ...common(values), ...(negative_prompt !== undefined && { negative_prompt }) }
  if (start === undefined) return { path: 'v1/videos/text2video', body: { ...body, aspect_ratio } }
  return {
    path: 'v1/videos/image2video',
    body: {
      ...body,
      image: base64OrUrl(start),
      ...(end !== undefined && { image_tail: base64OrUrl(end) })
    }
  }
}

/**
 * Builds a request for models that take reference images. The first and last frame are reference
 * images with a mark.
 */
function omni(values: Values): VendorRequest {
  const { aspect_ratio, image_list = [], video_list = [] } = values
  const frames = { first_frame: values.start_image_url, end_frame: values.end_image_url }
  const images = [
    ...Object.entries(frames).flatMap(([type, url]) =>
      url === undefined ? [] : [{ image_url: base64OrUrl(url), type }]
    ),
    ...image_list.map(url => ({ image_url: base64OrUrl(url) }))
  ]
  const films = video_list.map(video_url => ({
    video_url,
    refer_type: 'feature',
    keep_original_sound: 'no'
  }))
  return {
    path: 'v1/videos/omni-video',
    body: {
      ...common(values),
      ...(values.start_image_url === undefined && { aspect_ratio }),
      ...(images.length > 0 && { image_list: images }),
      ...(films.length > 0 && { video_list: films })
    }
  }
}

export const klingKling: VendorService = { videos }
