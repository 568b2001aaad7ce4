import {
  TEXT_INPUT,
  IMAGE_INPUT,
  reasoningFlags,
  buildGroupModels
} from '#catalog/chat/group-of.ts'

/**
 * Prices: docs.x.ai/developers/pricing of September 2026 (from models.dev). Ids: `@ai-sdk/xai`
 * 5.0.12. End dates: xAI's email of May 2026. xAI redirected requests for Grok 3 to Grok 4.3.
 * Prices of long prompts, and contexts: models.dev, as `@earendil-works/pi-ai` 1.5.2 of 10 November
 * 2026 has them.
 */
export const GROK_MODELS = buildGroupModels(
  'grok',
  [
    {
      name: 'grok-4.7',
      label: 'Grok 4.7',
      flags: IMAGE_INPUT,
      dollars: [2, 6],
      long: [200_000, 4, 12],
      about: 'newest',
      context: 500_000,
      fallback: 'grok-4.3'
    },
    {
      name: 'grok-4.3',
      label: 'Grok 4.3',
      flags: IMAGE_INPUT,
      dollars: [1.25, 2.5],
      long: [200_000, 2.5, 5],
      about: 'cheaper',
      context: 1_000_000,
      fallback: 'grok-4.7'
    }
  ],
  [
    {
      name: 'grok-4',
      label: 'Grok 4',
      flags: TEXT_INPUT,
      until: '2026-05-15',
      becomes: 'grok-4.7'
    },
    {
      name: 'grok-3',
      label: 'Grok 3',
      flags: TEXT_INPUT,
      until: '2026-05-15',
      becomes: 'grok-4.3'
    },
    {
      name: 'grok-3-reasoning',
      label: 'Grok 3 Reasoning',
      flags: reasoningFlags(TEXT_INPUT),
      until: '2026-05-15',
      becomes: 'grok-4.3'
    },
    {
      name: 'grok-3-deepsearch',
      label: 'Grok 3 DeepSearch',
      flags: TEXT_INPUT,
      until: '2026-05-15',
      becomes: 'grok-4.7'
    }
  ]
)
