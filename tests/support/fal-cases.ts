import { P, type FalCase } from './fal-case.ts'
import { IMAGE_CASES } from './fal-cases-images.ts'

/**
 * Requests to every service that fal offers, each in several variants, with the inputs that fal
 * must get.
 */
export const CASES: readonly FalCase[] = [
  ...IMAGE_CASES,
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
    '/kling/videos',
    ({ film }) => ({ prompt: P, model: 'kling-v3-omni', mode: 'pro', video_list: [film] }),
    'fal-ai/kling-video/o3/pro/video-to-video/reference',
    ({ film }) => ({ video_url: film, duration: '5' })
  ],
  [
    '/kling/videos',
    () => ({ prompt: P, model: 'kling-v3', mode: '4k' }),
    'fal-ai/kling-video/v3/4k/text-to-video',
    () => ({ duration: '5', aspect_ratio: '1:1' })
  ],
  [
    '/kling/videos',
    ({ picture }) => ({ prompt: P, model: 'kling-v3-omni', mode: '4k', image_list: [picture] }),
    'fal-ai/kling-video/o3/4k/reference-to-video',
    ({ picture }) => ({ image_urls: [picture] })
  ],
  [
    '/kling/videos',
    ({ picture, film }) => ({ start_image_url: picture, video_url: film }),
    'fal-ai/kling-video/v2.6/standard/motion-control',
    ({ picture, film }) => ({
      image_url: picture,
      video_url: film,
      character_orientation: 'video'
    })
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
    'fal-ai/veo3.1/fast',
    () => ({ aspect_ratio: '16:9' })
  ],
  [
    '/veo/videos',
    () => ({ prompt: P, model: 'veo31-lite', resolution: '1080p' }),
    'fal-ai/veo3.1/lite',
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
    '/luma/videos',
    ({ film }) => ({ action: 'modify', prompt: P, video_url: film }),
    'fal-ai/luma-dream-machine/ray-2-flash/modify',
    ({ film }) => ({ video_url: film, prompt: P })
  ],
  [
    '/luma/videos',
    ({ film }) => ({ action: 'reframe', video_url: film, aspect_ratio: '1:1' }),
    'fal-ai/luma-dream-machine/ray-2/reframe',
    ({ film }) => ({ video_url: film, aspect_ratio: '1:1' })
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
    '/hailuo/videos',
    () => ({ prompt: P, model: 'hailuo-2.3' }),
    'fal-ai/minimax/hailuo-2.3/standard/text-to-video',
    () => ({ prompt: P })
  ],
  [
    '/hailuo/videos',
    ({ picture }) => ({
      prompt: P,
      model: 'minimax-h3',
      first_image_url: picture,
      last_image_url: picture
    }),
    'minimax/h3/image-to-video',
    ({ picture }) => ({ end_image_url: picture, duration: 6, resolution: '768P' })
  ],
  [
    '/pixverse/videos',
    ({ picture }) => ({ prompt: P, model: 'v5.6', duration: 10, frame: [picture, picture] }),
    'fal-ai/pixverse/v5.6/transition',
    ({ picture }) => ({ end_image_url: picture, duration: '10' })
  ],
  [
    '/pixverse/videos',
    () => ({ prompt: P, model: 'v6', generate_audio: true }),
    'fal-ai/pixverse/v6/text-to-video',
    () => ({ duration: 5, generate_audio_switch: true })
  ],
  [
    '/luma/videos',
    () => ({ prompt: P, model: 'ray-2-flash' }),
    'fal-ai/luma-dream-machine/ray-2-flash',
    () => ({ resolution: '540p' })
  ],
  [
    '/luma/videos',
    () => ({ prompt: P, model: 'ray-3.2', aspect_ratio: '1:1', resolution: '720p' }),
    'luma/agent/ray/v3.2/text-to-video',
    () => ({ resolution: '720p', aspect_ratio: '1:1', loop: false })
  ],
  [
    '/luma/videos',
    ({ picture }) => ({ prompt: P, model: 'ray-3.2', end_image_url: picture }),
    'luma/agent/ray/v3.2/image-to-video',
    ({ picture }) => ({ end_image_url: picture, aspect_ratio: '16:9' })
  ],
  [
    '/luma/videos',
    ({ film }) => ({ action: 'reframe', model: 'ray-3.2', prompt: P, video_url: film }),
    'luma/agent/ray/v3.2/reframe',
    ({ film }) => ({ video_url: film, prompt: P, aspect_ratio: '16:9' })
  ],
  [
    '/pika/videos',
    () => ({ prompt: P, model: '2.2' }),
    'fal-ai/pika/v2.2/text-to-video',
    () => ({ duration: '5', resolution: '720p' })
  ],
  [
    '/headshots/generate',
    ({ picture }) => ({ template: 'wedding', image_urls: [picture] }),
    'fal-ai/nano-banana-2.1/edit',
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
