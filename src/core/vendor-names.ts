/**
 * Vendors of images, videos and songs. `upstream` uses our own API: another Polymuse server, or the
 * hosted API from which this format comes.
 */
export const MEDIA_VENDORS = [
  'upstream',
  'fal',
  'gemini',
  'elevenlabs',
  'a1111',
  'comfyui',
  'replicate',
  'minimax',
  'luma',
  'kling',
  'runway'
] as const
export type MediaVendorName = (typeof MEDIA_VENDORS)[number]

/** Servers that operators run themselves. They have an address and no key. */
const KEYLESS = ['a1111', 'comfyui'] as const

/** Vendors of images, videos and songs for which an operator can enter a key. */
export const KEYED_MEDIA_VENDORS = MEDIA_VENDORS.filter(
  (name): name is Exclude<MediaVendorName, (typeof KEYLESS)[number]> =>
    !KEYLESS.some(each => each === name)
)

/** Chat vendors whose keys also work for tools. */
export const CHAT_AND_TOOL_VENDORS = ['openai', 'xai'] as const

/** Vendors of tools, in the order in which they are tried by default. */
export const TOOL_VENDORS = [...MEDIA_VENDORS, ...CHAT_AND_TOOL_VENDORS] as const
export type ToolVendorName = (typeof TOOL_VENDORS)[number]
