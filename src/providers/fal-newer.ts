/** Width and height in pixels. */
type ImageSize = { width: number; height: number }

type GptImage = {
  prompt: string
  image_size: ImageSize
  quality: 'low' | 'medium' | 'high' | 'max'
  background: 'transparent' | 'auto'
  num_images: number
  output_format: 'jpeg' | 'png'
}
type GptImageEdit = Omit<GptImage, 'image_size'> & {
  image_urls: string[]
  image_size: ImageSize | 'auto'
}

type Seedream = {
  prompt: string
  image_size: ImageSize
  num_images: number
  output_format: 'jpeg'
}
type SeedreamEdit = Omit<Seedream, 'image_size'> & {
  image_urls: string[]
  image_size: ImageSize | 'auto_2K'
}

type Ideogram = {
  prompt: string
  image_size: ImageSize
  quality: 'low' | 'medium' | 'high'
  num_images: number
  seed: number
}
/** The mask is black where the image changes, and has its size. */
type IdeogramEdit = Omit<Ideogram, 'image_size'> & {
  image_url: string
  mask_url: string
  reference_image_urls: string[]
  image_size: 'auto'
}

type GrokImage = {
  prompt: string
  aspect_ratio: string
  resolution: '1k' | '2k'
  quality: 'low' | 'medium'
  num_images: number
  output_format: 'jpeg'
}

type GrokVideo = { prompt: string; duration: number; resolution: '480p' | '720p' | '1080p' }

/** `duration` is digits in a text. */
type Seedance = {
  prompt: string
  resolution: '480p' | '720p' | '1080p'
  duration: string
  generate_audio: boolean
}

type Wan = {
  prompt: string
  resolution: '480p' | '720p' | '1080p'
  duration: number
  audio: boolean
  seed: number
}

type LumaRay = { prompt: string; resolution: '540p' | '720p' | '1080p'; loop: boolean }

type Shaped<T> = T & { aspect_ratio: string }
type NanoBanana = {
  prompt: string
  aspect_ratio: string
  resolution: '1K' | '2K' | '4K'
  num_images: number
  output_format: 'jpeg'
}

type Flux = {
  prompt: string
  aspect_ratio: string
  resolution: '1k' | '2k' | '4k'
  output_format: 'jpeg' | 'png'
}

type MiniMax = { prompt: string; duration: number; resolution: '480P' | '768P' | '2K' | '4K' }

type Kling = {
  prompt: string
  duration: string
  generate_audio: boolean
}
type KlingThird = Kling & { negative_prompt: string; cfg_scale: number }

type FromFrames<T> = T & { image_url: string; end_image_url: string }
type FromImages<T> = Shaped<T> & { image_urls: string[] }

/**
 * Inputs of fal's endpoints that the types of its client do not list yet. Source: the pages
 * `fal.ai/models/<endpoint>/llms.txt`, April to November 2026. fal also lists Nano Banana 2.1 as
 * `google/nano-banana-2.1`.
 */
export type NewerInputs = {
  'fal-ai/nano-banana-2.1': NanoBanana
  'fal-ai/nano-banana-2.1/edit': NanoBanana & { image_urls: string[] }
  'blackforestlabs/flux-3/text-to-image': Flux
  'blackforestlabs/flux-3/edit-image': Flux & { image_urls: string[] }
  'fal-ai/kling-video/v3/4k/text-to-video': Shaped<KlingThird>
  'fal-ai/kling-video/v3/4k/image-to-video': KlingThird & {
    start_image_url: string
    end_image_url: string
  }
  'fal-ai/kling-video/o3/4k/text-to-video': Shaped<Kling>
  'fal-ai/kling-video/o3/4k/image-to-video': FromFrames<Kling>
  'fal-ai/kling-video/o3/4k/reference-to-video': FromImages<Kling> & {
    start_image_url: string
    end_image_url: string
  }
  'minimax/h3/text-to-video': Shaped<MiniMax>
  'minimax/h3/image-to-video': FromFrames<MiniMax>
  'openai/gpt-image-2.5/flare/text-to-image': GptImage
  'openai/gpt-image-2.5/flare/edit': GptImageEdit
  'openai/gpt-image-2.5/sunburst/text-to-image': GptImage
  'openai/gpt-image-2.5/sunburst/edit': GptImageEdit
  'bytedance/seedream/v5/pro/text-to-image': Seedream
  'bytedance/seedream/v5/pro/edit': SeedreamEdit
  'bytedance/seedream/v5/flash/text-to-image': Seedream
  'bytedance/seedream/v5/flash/edit': SeedreamEdit
  'ideogram/v4.5': Ideogram
  'ideogram/v4.5/edit': IdeogramEdit
  'xai/grok-imagine-image/v2.0/text-to-image': GrokImage
  'xai/grok-imagine-image/v2.0/edit': GrokImage & { image_urls: string[] }
  'xai/grok-imagine-video/v1.5/text-to-video': Shaped<GrokVideo>
  'xai/grok-imagine-video/v1.5/image-to-video': GrokVideo & { image_url: string }
  'xai/grok-imagine-video/v1.5/reference-to-video': Shaped<GrokVideo> & {
    reference_image_urls: string[]
  }
  'bytedance/seedance-2.5/text-to-video': Shaped<Seedance>
  'bytedance/seedance-2.5/image-to-video': FromFrames<Seedance>
  'bytedance/seedance-2.5/reference-to-video': FromImages<Seedance>
  'bytedance/seedance-2.0/text-to-video': Shaped<Seedance>
  'bytedance/seedance-2.0/image-to-video': FromFrames<Seedance>
  'bytedance/seedance-2.0/reference-to-video': FromImages<Seedance>
  'bytedance/seedance-2.0/mini/text-to-video': Shaped<Seedance>
  'bytedance/seedance-2.0/mini/image-to-video': FromFrames<Seedance>
  'bytedance/seedance-2.0/mini/reference-to-video': FromImages<Seedance>
  'luma/agent/ray/v3.2/text-to-video': Shaped<LumaRay>
  'luma/agent/ray/v3.2/image-to-video': FromFrames<Shaped<LumaRay>>
  'luma/agent/ray/v3.2/reframe': { prompt: string; video_url: string; aspect_ratio: string }
  'alibaba/wan-3.0/text-to-video': Shaped<Wan>
  'alibaba/wan-3.0/image-to-video': Wan & { start_image_url: string; end_image_url: string }
  'alibaba/wan-3.0/reference-to-video': Shaped<Wan> & { reference_image_urls: string[] }
}
