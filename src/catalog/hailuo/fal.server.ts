import { HAILUO_COSTS } from '#catalog/hailuo/fal-costs.ts'
import type { hailuo } from '#catalog/hailuo/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, fileIn, idOf } from '#providers/fal-request.ts'

const videos = falAction<typeof hailuo, 'videos'>({
  costs: HAILUO_COSTS,
  fields: ['action', 'prompt', 'model', 'first_image_url'],
  request({ values: { prompt = '', model, first_image_url: image_url } }) {
    if (image_url === undefined || model === 'minimax-t2v')
      return falRequest('fal-ai/minimax/video-01', { prompt })
    if (model === 'minimax-i2v')
      return falRequest('fal-ai/minimax/video-01/image-to-video', { prompt, image_url })
    return falRequest('fal-ai/minimax/video-01-director/image-to-video', { prompt, image_url })
  },
  outputs(answer, { prompt = '', model }) {
    const video = fileIn(answer, 'video')
    return [
      {
        values: { id: idOf(video), model, prompt, state: 'succeeded' },
        files: { video_url: { url: video.url } }
      }
    ]
  }
})

export const hailuoFal: VendorService = { videos }
