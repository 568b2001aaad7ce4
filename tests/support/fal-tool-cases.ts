import { P, type FalCase } from './fal-case.ts'

/** Requests to the tools for files, and for speech and music, with the inputs that fal must get. */
export const TOOL_CASES: readonly FalCase[] = [
  [
    '/upscale/images',
    ({ picture }) => ({ image_url: picture, factor: 4 }),
    'fal-ai/seedvr/upscale/image',
    ({ picture }) => ({ image_url: picture, upscale_mode: 'factor', upscale_factor: 4 })
  ],
  [
    '/upscale/images',
    ({ picture }) => ({ image_url: picture, model: 'clarity' }),
    'fal-ai/clarity-upscaler',
    ({ picture }) => ({ image_url: picture, upscale_factor: 2, creativity: 0.35 })
  ],
  [
    '/cutout/images',
    ({ picture }) => ({ image_url: picture }),
    'fal-ai/bria/background/remove',
    ({ picture }) => ({ image_url: picture })
  ],
  [
    '/erase/images',
    ({ picture }) => ({ image_url: picture, mask_url: picture }),
    'fal-ai/bria/eraser',
    ({ picture }) => ({ image_url: picture, mask_url: picture, mask_type: 'manual' })
  ],
  [
    '/erase/images',
    ({ picture }) => ({ image_url: picture, mask_url: picture, prompt: P }),
    'fal-ai/bria/genfill',
    ({ picture }) => ({ image_url: picture, mask_url: picture, prompt: P })
  ],
  [
    '/outpaint/images',
    ({ picture }) => ({ image_url: picture, aspect_ratio: '1:1' }),
    'fal-ai/bria/expand',
    ({ picture }) => ({ image_url: picture, aspect_ratio: '1:1', canvas_size: [1024, 1024] })
  ],
  [
    '/speech/audios',
    () => ({ text: P }),
    'fal-ai/minimax/speech-2.8-hd',
    () => ({
      prompt: P,
      voice_setting: { voice_id: 'Wise_Woman', speed: 1 },
      language_boost: 'auto',
      output_format: 'url'
    })
  ],
  [
    '/speech/audios',
    () => ({ text: P, model: 'eleven-v3', language: 'de' }),
    'fal-ai/elevenlabs/tts/eleven-v3',
    () => ({ text: P, voice: 'Rachel', language_code: 'de' })
  ],
  [
    '/speech/audios',
    () => ({ text: P, model: 'kokoro', speed: 1.1 }),
    'fal-ai/kokoro/american-english',
    () => ({ prompt: P, voice: 'af_heart', speed: 1.1 })
  ],
  [
    '/transcribe/texts',
    ({ song }) => ({ audio_url: song, language: 'en' }),
    'fal-ai/elevenlabs/speech-to-text',
    ({ song }) => ({ audio_url: song, language_code: 'en' })
  ],
  [
    '/elevenmusic/audios',
    () => ({ prompt: P, minutes: 2 }),
    'fal-ai/elevenlabs/music',
    () => ({ prompt: P, music_length_ms: 120_000 })
  ],
  [
    '/minimaxmusic/audios',
    () => ({ prompt: P, lyric: 'On the water' }),
    'fal-ai/minimax-music/v2',
    () => ({ prompt: P, lyrics_prompt: 'On the water' })
  ],
  [
    '/lyria/audios',
    () => ({ prompt: P, seed: 7 }),
    'fal-ai/lyria2',
    () => ({ prompt: P, seed: 7 })
  ],
  [
    '/lipsync/videos',
    ({ picture, song }) => ({ image_url: picture, audio_url: song }),
    'fal-ai/bytedance/omnihuman/v1.5',
    ({ picture, song }) => ({ image_url: picture, audio_url: song, resolution: '720p' })
  ],
  [
    '/lipsync/videos',
    ({ film, song }) => ({ video_url: film, audio_url: song }),
    'fal-ai/kling-video/lipsync/audio-to-video',
    ({ film, song }) => ({ video_url: film, audio_url: song })
  ]
]
