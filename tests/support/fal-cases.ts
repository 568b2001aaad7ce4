export const P = 'A harbour at noon'

/** Addresses of input files on another server. */
export type Given = { picture: string; film: string; song: string }

/** A request to Polymuse, and the endpoint and inputs that fal must get for it. */
export type FalCase = [
  path: string,
  values: (given: Given) => Record<string, unknown>,
  endpoint: string,
  input: (given: Given) => Record<string, unknown>
]

/** Every service that fal offers, in several variants. */
export const CASES: readonly FalCase[] = [
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
    () => ({ prompt: P }),
    'fal-ai/nano-banana',
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
    '/kling/videos',
    () => ({ prompt: P }),
    'fal-ai/kling-video/v1/standard/text-to-video',
    () => ({ duration: '5', aspect_ratio: '1:1' })
  ],
  [
    '/kling/videos',
    ({ picture }) => ({
      prompt: P,
      model: 'kling-v1-6',
      mode: 'pro',
      duration: 10,
      start_image_url: picture,
      end_image_url: picture
    }),
    'fal-ai/kling-video/v1.6/pro/image-to-video',
    ({ picture }) => ({ duration: '10', image_url: picture, tail_image_url: picture })
  ],
  [
    '/kling/videos',
    () => ({ prompt: P, model: 'kling-v3', duration: 13, generate_audio: true }),
    'fal-ai/kling-video/v3/standard/text-to-video',
    () => ({ duration: '13', generate_audio: true })
  ],
  [
    '/kling/videos',
    ({ picture }) => ({ prompt: P, model: 'kling-o1', image_list: [picture] }),
    'fal-ai/kling-video/o1/standard/reference-to-video',
    ({ picture }) => ({ image_urls: [picture] })
  ],
  [
    '/veo/videos',
    () => ({ prompt: P }),
    'fal-ai/veo3.1/fast',
    () => ({ aspect_ratio: '16:9', resolution: '720p' })
  ],
  [
    '/veo/videos',
    () => ({ prompt: P, model: 'veo2-fast' }),
    'fal-ai/veo2',
    () => ({ aspect_ratio: '16:9' })
  ],
  [
    '/veo/videos',
    () => ({ prompt: P, model: 'veo3', resolution: '1080p' }),
    'fal-ai/veo3',
    () => ({ resolution: '1080p' })
  ],
  [
    '/veo/videos',
    ({ picture }) => ({ prompt: P, model: 'veo31', image_urls: [picture, picture] }),
    'fal-ai/veo3.1/first-last-frame-to-video',
    ({ picture }) => ({ first_frame_url: picture, last_frame_url: picture })
  ],
  [
    '/seedance/videos',
    () => ({ prompt: P }),
    'bytedance/seedance-2.0/mini/text-to-video',
    () => ({ duration: '4', resolution: '480p', aspect_ratio: '16:9', generate_audio: true })
  ],
  [
    '/seedance/videos',
    ({ picture }) => ({
      prompt: P,
      model: 'seedance-2.5',
      duration: 6,
      resolution: '480p',
      start_image_url: picture,
      end_image_url: picture
    }),
    'bytedance/seedance-2.5/image-to-video',
    ({ picture }) => ({ duration: '6', image_url: picture, end_image_url: picture })
  ],
  [
    '/seedance/videos',
    ({ picture }) => ({ prompt: P, model: 'seedance-2.0', reference_image_urls: [picture] }),
    'bytedance/seedance-2.0/reference-to-video',
    ({ picture }) => ({ image_urls: [picture], aspect_ratio: '16:9' })
  ],
  [
    '/wan/videos',
    () => ({ prompt: P, generate_audio: false, seed: 7 }),
    'alibaba/wan-3.0/text-to-video',
    () => ({ duration: 5, audio: false, seed: 7, aspect_ratio: '16:9' })
  ],
  [
    '/wan/videos',
    ({ picture }) => ({ prompt: P, start_image_url: picture, end_image_url: picture }),
    'alibaba/wan-3.0/image-to-video',
    ({ picture }) => ({ start_image_url: picture, end_image_url: picture })
  ],
  [
    '/wan/videos',
    ({ picture }) => ({ prompt: P, reference_image_urls: [picture, picture] }),
    'alibaba/wan-3.0/reference-to-video',
    ({ picture }) => ({ reference_image_urls: [picture, picture] })
  ],
  [
    '/luma/videos',
    () => ({ prompt: P }),
    'fal-ai/luma-dream-machine/ray-2',
    () => ({ resolution: '540p', loop: false })
  ],
  [
    '/luma/videos',
    ({ picture }) => ({ prompt: P, end_image_url: picture }),
    'fal-ai/luma-dream-machine/ray-2/image-to-video',
    ({ picture }) => ({ end_image_url: picture })
  ],
  [
    '/pika/videos',
    () => ({ prompt: P }),
    'fal-ai/pika/v2/turbo/text-to-video',
    () => ({ aspect_ratio: '1:1' })
  ],
  [
    '/pika/videos',
    ({ picture }) => ({ effect: 'Cake-ify', image_urls: [picture] }),
    'fal-ai/pika/v1.5/pikaffects',
    ({ picture }) => ({ pikaffect: 'Cake-ify', image_url: picture })
  ],
  [
    '/pika/videos',
    ({ picture }) => ({ image_urls: [picture, picture, picture] }),
    'fal-ai/pika/v2.2/pikaframes',
    ({ picture }) => ({ image_urls: [picture, picture, picture] })
  ],
  [
    '/pika/videos',
    ({ picture, film }) => ({ prompt: P, image_urls: [picture], video_url: film }),
    'fal-ai/pika/v2/pikadditions',
    ({ film }) => ({ video_url: film })
  ],
  [
    '/pixverse/videos',
    () => ({ prompt: P, style: 'clay' }),
    'fal-ai/pixverse/v3.5/text-to-video',
    () => ({ style: 'clay', resolution: '540p', duration: '5' })
  ],
  ['/hailuo/videos', () => ({ prompt: P }), 'fal-ai/minimax/video-01', () => ({ prompt: P })],
  [
    '/hailuo/videos',
    ({ picture }) => ({ prompt: P, first_image_url: picture }),
    'fal-ai/minimax/video-01/image-to-video',
    ({ picture }) => ({ image_url: picture })
  ],
  [
    '/headshots/generate',
    ({ picture }) => ({ template: 'wedding', image_urls: [picture] }),
    'fal-ai/nano-banana/edit',
    ({ picture }) => ({ image_urls: [picture], num_images: 2 })
  ],
  [
    '/qrart/generate',
    () => ({ prompt: P, content: 'https://example.com' }),
    'fal-ai/illusion-diffusion',
    () => ({ num_inference_steps: 40 })
  ],
  [
    '/suno/audios',
    () => ({ prompt: P }),
    'sonauto/v2/text-to-music',
    () => ({ prompt: P, num_songs: 2 })
  ],
  [
    '/suno/audios',
    () => ({ custom: true, lyric: 'On the water', style: 'folk, calm', title: 'Water' }),
    'sonauto/v2/text-to-music',
    () => ({ lyrics_prompt: 'On the water', tags: ['folk', 'calm'] })
  ],
  ['/suno/lyrics', () => ({ prompt: P }), 'openrouter/router', () => ({ prompt: P })],
  [
    '/suno/upload',
    ({ song }) => ({ audio_url: song }),
    'fal-ai/ffmpeg-api/metadata',
    ({ song }) => ({ media_url: song })
  ]
]
