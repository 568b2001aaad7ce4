import { KLING_COSTS } from '#catalog/kling/fal-costs.ts'
import { klingFalRequest, type KlingVideoRequest } from '#catalog/kling/fal-endpoints.server.ts'
import type { kling } from '#catalog/kling/service.ts'
import type { Condition } from '#core/condition.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, answerFile, idFromUrl } from '#providers/fal-request.ts'

type Values = ActionValues<typeof kling, 'videos'>

const model = (...names: Values['model'][]): Condition => ({ field: 'model', in: names })
const mode = (name: Values['mode']): Condition => ({ field: 'mode', is: name })
const given = (field: keyof Values): Condition => ({ field, given: true })
const both = (...all: Condition[]): Condition => ({ all })

const MOVES: Condition = { field: 'action', is: 'motion' }
const IN_WORDS: Condition = { field: 'action', is: 'text2video' }
const CAMERA = given('camera_control.type')
const UNSHOWN = both({ field: 'image_list', given: false }, { field: 'video_list', given: false })

const videos = falAction<typeof kling, 'videos'>({
  costs: KLING_COSTS,
  fields: [
    'action',
    'prompt',
    'start_image_url',
    'end_image_url',
    'video_url',
    'model',
    'image_list',
    'video_list',
    'aspect_ratio',
    'duration',
    'mode',
    'generate_audio',
    'cfg_scale',
    'negative_prompt',
    'camera_control.type'
  ],
  cannot: [
    { when: { field: 'action', is: 'extend' }, field: 'action' },
    { when: both(mode('pro'), model('kling-v1', 'kling-v2-1')), field: 'mode' },
    { when: both(mode('std'), model('kling-v1-5', 'kling-v2-6'), { not: MOVES }), field: 'mode' },
    { when: both(mode('std'), model('kling-v2-5-turbo'), IN_WORDS), field: 'mode' },
    // fal makes videos after a reference video in standard and pro mode only.
    { when: both(mode('4k'), given('video_list')), field: 'mode' },
    // These models need an image.
    { when: both(model('kling-v2-1'), IN_WORDS), field: 'model' },
    {
      when: both(model('kling-o1'), IN_WORDS, UNSHOWN),
      field: 'model'
    },
    // At fal, a reference video excludes a first and last image, and other sound.
    { when: both(given('video_list'), { not: IN_WORDS }), field: 'video_list' },
    {
      when: both(given('video_list'), { field: 'generate_audio', is: true }),
      field: 'generate_audio'
    },
    {
      when: both(model('kling-o1'), given('image_list'), given('start_image_url')),
      field: 'image_list'
    },
    {
      when: both(model('kling-v2-6', 'kling-v3-omni', 'kling-o1'), {
        not: { field: 'cfg_scale', is: 0 }
      }),
      field: 'cfg_scale'
    },
    {
      when: both(model('kling-v3-omni', 'kling-o1'), given('negative_prompt')),
      field: 'negative_prompt'
    },
    // At fal only kling-v1 from text has camera control, with four of the five moves.
    {
      when: both(CAMERA, { not: both(model('kling-v1'), IN_WORDS) }),
      field: 'camera_control.type'
    },
    { when: { field: 'camera_control.type', is: 'simple' }, field: 'camera_control.type' }
  ],
  request: ({ values }) => klingFalRequest(callOf(values)),
  outputs(answer, { prompt = '', model: name, aspect_ratio, duration }) {
    const video = answerFile(answer, 'video')
    const told = {
      state: 'succeed',
      video_id: idFromUrl(video),
      ...(duration !== undefined && { duration: duration.toFixed(3) }),
      prompt,
      model: name,
      aspect_ratio
    }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

function callOf(values: Values): KlingVideoRequest {
  const {
    prompt = '',
    negative_prompt,
    cfg_scale,
    aspect_ratio,
    start_image_url,
    end_image_url,
    image_list,
    video_list,
    video_url
  } = values
  return {
    model: values.model,
    better: values.mode === 'pro',
    finest: values.mode === '4k',
    prompt,
    negative_prompt,
    // Zero means that the user chose no value, so the vendor decides.
    cfg_scale: cfg_scale === 0 ? undefined : cfg_scale,
    seconds: values.duration ?? 5,
    aspect_ratio,
    sound: values.generate_audio ?? false,
    camera: values['camera_control.type'],
    start: start_image_url,
    end: end_image_url,
    shown: image_list === undefined ? undefined : [...image_list],
    film: video_list?.[0],
    moves: video_url
  }
}

export const klingFal: VendorService = { videos }
