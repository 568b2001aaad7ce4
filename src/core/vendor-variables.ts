import type { ChatVendorName } from '#core/chat-vendors.ts'
import type { MediaVendorName } from '#core/vendor-names.ts'

type ChatVariables = { key: string; base: string; url: string }

/** The variables of each chat vendor, and its usual address. */
export const CHAT_VENDOR_NAMES: Readonly<Record<ChatVendorName, ChatVariables>> = {
  openai: { key: 'OPENAI_API_KEY', base: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1' },
  deepseek: {
    key: 'DEEPSEEK_API_KEY',
    base: 'DEEPSEEK_BASE_URL',
    url: 'https://api.deepseek.com/v1'
  },
  xai: { key: 'XAI_API_KEY', base: 'XAI_BASE_URL', url: 'https://api.x.ai/v1' },
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    base: 'ANTHROPIC_BASE_URL',
    url: 'https://api.anthropic.com/v1'
  },
  moonshot: {
    key: 'MOONSHOT_API_KEY',
    base: 'MOONSHOT_BASE_URL',
    url: 'https://api.moonshot.ai/v1'
  },
  zai: { key: 'ZAI_API_KEY', base: 'ZAI_BASE_URL', url: 'https://api.z.ai/api/paas/v4' },
  qwen: {
    key: 'DASHSCOPE_API_KEY',
    base: 'DASHSCOPE_BASE_URL',
    url: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'
  },
  openrouter: {
    key: 'OPENROUTER_API_KEY',
    base: 'OPENROUTER_BASE_URL',
    url: 'https://openrouter.ai/api/v1'
  }
}

/**
 * Variables of a vendor: its keys and its address. `keyless`: the server may need no key, so that
 * its address alone configures it.
 */
export type MediaVariables = { key: string; base: string; url: string | null; keyless?: true }

/** The variables of each vendor of tools, and its usual address. */
export const MEDIA_VENDOR_NAMES: Readonly<Record<MediaVendorName, MediaVariables>> = {
  upstream: { key: 'UPSTREAM_API_KEY', base: 'UPSTREAM_URL', url: null },
  fal: { key: 'FAL_KEY', base: 'FAL_URL', url: 'https://queue.fal.run' },
  gemini: {
    key: 'GEMINI_API_KEY',
    base: 'GEMINI_URL',
    url: 'https://generativelanguage.googleapis.com/v1beta'
  },
  elevenlabs: {
    key: 'ELEVENLABS_API_KEY',
    base: 'ELEVENLABS_URL',
    url: 'https://api.elevenlabs.io/v1'
  },
  a1111: { key: 'A1111_KEY', base: 'A1111_URL', url: null, keyless: true },
  comfyui: { key: 'COMFYUI_KEY', base: 'COMFYUI_URL', url: null, keyless: true },
  replicate: {
    key: 'REPLICATE_API_TOKEN',
    base: 'REPLICATE_URL',
    url: 'https://api.replicate.com/v1'
  },
  minimax: { key: 'MINIMAX_API_KEY', base: 'MINIMAX_URL', url: 'https://api.minimax.io' },
  luma: { key: 'LUMA_API_KEY', base: 'LUMA_URL', url: 'https://api.lumalabs.ai/dream-machine/v1' },
  kling: { key: 'KLING_API_KEY', base: 'KLING_URL', url: 'https://api-singapore.klingai.com' },
  runway: { key: 'RUNWAY_API_KEY', base: 'RUNWAY_URL', url: 'https://api.dev.runwayml.com' }
}
