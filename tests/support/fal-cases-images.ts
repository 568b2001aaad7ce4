import { P, type FalCase } from './fal-case.ts'

/** Requests to the services for images, with the inputs that fal must get. */
export const IMAGE_CASES: readonly FalCase[] = [
  [
    '/flux/images',
    () => ({ prompt: P, size: '1024x768', seed: 7 }),
    'fal-ai/flux/dev',
    () => ({ image_size: { width: 1024, height: 768 }, seed: 7 })
  ],
  [
    '/flux/images',
    () => ({ prompt: P, model: 'flux-pro-1.1-ultra', size: '21:9' }),
    'fal-ai/flux-pro/v1.1-ultra',
    () => ({ aspect_ratio: '21:9' })
  ],
  [
    '/flux/images',
    ({ picture }) => ({ prompt: P, image_url: picture }),
    'fal-ai/flux-pro/kontext',
    ({ picture }) => ({ image_url: picture })
  ],
  [
    '/nano-banana/images',
    () => ({ prompt: P, model: 'nano-banana' }),
    'fal-ai/nano-banana-2.1',
    () => ({ aspect_ratio: '1:1', num_images: 1 })
  ],
  [
    '/nano-banana/images',
    ({ picture }) => ({
      prompt: P,
      model: 'nano-banana-pro',
      resolution: '4K',
      image_urls: [picture, picture]
    }),
    'fal-ai/nano-banana-pro/edit',
    ({ picture }) => ({ resolution: '4K', image_urls: [picture, picture] })
  ],
  [
    '/gptimage/images',
    () => ({ prompt: P, aspect_ratio: '16:9', resolution: '4K', transparent: true }),
    'openai/gpt-image-2.5/flare/text-to-image',
    () => ({
      image_size: { width: 3776, height: 2128 },
      quality: 'medium',
      background: 'transparent',
      output_format: 'png'
    })
  ],
  [
    '/gptimage/images',
    ({ picture }) => ({
      prompt: P,
      model: 'gpt-image-2.5-sunburst',
      image_urls: [picture, picture]
    }),
    'openai/gpt-image-2.5/sunburst/edit',
    ({ picture }) => ({ image_urls: [picture, picture], image_size: 'auto', num_images: 1 })
  ],
  [
    '/seedream/images',
    () => ({ prompt: P, model: 'seedream-5-pro', resolution: '1K', count: 2 }),
    'bytedance/seedream/v5/pro/text-to-image',
    () => ({ image_size: { width: 1088, height: 1088 }, num_images: 2 })
  ],
  [
    '/seedream/images',
    ({ picture }) => ({ prompt: P, image_urls: [picture] }),
    'bytedance/seedream/v5/flash/edit',
    ({ picture }) => ({ image_urls: [picture], image_size: 'auto_2K' })
  ],
  [
    '/seedream/images',
    () => ({ prompt: P, model: 'seedream-4.5', resolution: '4K', aspect_ratio: '16:9' }),
    'fal-ai/bytedance/seedream/v4.5/text-to-image',
    () => ({ image_size: { width: 5328, height: 3008 } })
  ],
  [
    '/grokimagine/images',
    () => ({ prompt: P, resolution: '2K' }),
    'xai/grok-imagine-image/v2.0/text-to-image',
    () => ({ resolution: '2k', quality: 'low', aspect_ratio: '1:1' })
  ],
  [
    '/grokimagine/images',
    ({ picture }) => ({ prompt: P, image_urls: [picture] }),
    'xai/grok-imagine-image/v2.0/edit',
    ({ picture }) => ({ image_urls: [picture] })
  ],
  [
    '/grokimagine/videos',
    () => ({ prompt: P, duration: 1 }),
    'xai/grok-imagine-video/v1.5/text-to-video',
    () => ({ duration: 1, resolution: '720p', aspect_ratio: '16:9' })
  ],
  [
    '/grokimagine/videos',
    ({ picture }) => ({ prompt: P, start_image_url: picture, resolution: '1080p' }),
    'xai/grok-imagine-video/v1.5/image-to-video',
    ({ picture }) => ({ image_url: picture, resolution: '1080p' })
  ],
  [
    '/grokimagine/videos',
    ({ picture }) => ({ prompt: P, reference_image_urls: [picture, picture] }),
    'xai/grok-imagine-video/v1.5/reference-to-video',
    ({ picture }) => ({ reference_image_urls: [picture, picture] })
  ],
  [
    '/ideogram/images',
    () => ({ prompt: P, aspect_ratio: '3:2', resolution: '2K', quality: 'high', seed: 3 }),
    'ideogram/v4.5',
    () => ({ image_size: { width: 2496, height: 1664 }, quality: 'high', seed: 3 })
  ],
  [
    '/ideogram/images',
    ({ picture }) => ({ prompt: P, image_urls: [picture, picture] }),
    'ideogram/v4.5/edit',
    ({ picture }) => ({ image_url: picture, reference_image_urls: [picture], image_size: 'auto' })
  ],
  [
    '/ideogram/images',
    ({ picture }) => ({ prompt: P, image_urls: [picture], mask_url: picture }),
    'ideogram/v4.5/edit',
    ({ picture }) => ({ image_url: picture, mask_url: picture, image_size: 'auto' })
  ],
  [
    '/flux/images',
    ({ picture }) => ({ prompt: P, model: 'flux-2-pro', image_url: picture }),
    'fal-ai/flux-2-pro/edit',
    ({ picture }) => ({ image_urls: [picture] })
  ],
  [
    '/flux/images',
    () => ({ prompt: P, model: 'flux-3', size: '3:2' }),
    'blackforestlabs/flux-3/text-to-image',
    () => ({ aspect_ratio: '3:2', resolution: '1k' })
  ]
]
