/** Chat vendors that have their own environment variables and keys. */
export const CHAT_VENDORS = [
  'openai',
  'deepseek',
  'xai',
  'anthropic',
  'moonshot',
  'zai',
  'qwen',
  'openrouter'
] as const

export type ChatVendorName = (typeof CHAT_VENDORS)[number]

/**
 * The operator's own servers, whose models are read from the server. Each has an address in the
 * environment, and speaks OpenAI's chat completions.
 */
export const MODEL_SERVERS = ['ollama', 'llama'] as const
export type ModelServerName = (typeof MODEL_SERVERS)[number]

/** Vendors for which users can bring their own key. Gemini also serves images and videos. */
export const OWN_KEY_VENDORS = [...CHAT_VENDORS, 'gemini'] as const
export type OwnKeyVendor = (typeof OWN_KEY_VENDORS)[number]
