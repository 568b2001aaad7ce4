import {
  buildGroupModels,
  IMAGE_INPUT,
  TEXT_INPUT,
  reasoningFlags
} from '#catalog/chat/group-of.ts'

/*
 * Prices and contexts: models.dev, as `@earendil-works/pi-ai` 1.5.2 of 10 November 2026 has them.
 * The docstrings name the sources of ids.
 */

/**
 * Ids: `@ai-sdk/moonshotai` 3.0.60, and for Kimi K3.1 Pro `@ai-sdk/gateway` 4.0.146 of November
 * 2026. K3 chooses its temperature itself.
 */
export const KIMI_MODELS = buildGroupModels(
  'kimi',
  [
    {
      name: 'kimi-k3.1-pro',
      label: 'Kimi K3.1 Pro',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [2, 10],
      about: 'newest',
      context: 1_048_576,
      fallback: 'kimi-k2.6'
    },
    {
      name: 'kimi-k2.6',
      label: 'Kimi K2.6',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [0.95, 4],
      about: 'cheaper',
      context: 262_144,
      fallback: 'kimi-k3.1-pro'
    },
    {
      name: 'kimi-k3',
      label: 'Kimi K3',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [3, 15],
      about: 'largest',
      context: 1_048_576,
      fallback: 'kimi-k3.1-pro',
      hidden: true
    },
    {
      name: 'kimi-k2.7-code',
      label: 'Kimi K2.7 Code',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [0.95, 4],
      about: 'earlier',
      context: 262_144,
      fallback: 'kimi-k2.6',
      hidden: true
    }
  ],
  []
)

/** Ids: models.dev, providers/zai, and `@ai-sdk/gateway` 4.0.146 of November 2026. */
export const GLM_MODELS = buildGroupModels(
  'glm',
  [
    {
      name: 'glm-5.3',
      label: 'GLM-5.3',
      flags: TEXT_INPUT,
      dollars: [1.4, 4.4],
      about: 'newest',
      context: 1_000_000,
      fallback: 'glm-5.3-flash'
    },
    {
      name: 'glm-5.3-flash',
      label: 'GLM-5.3-Flash',
      flags: IMAGE_INPUT,
      dollars: [0.15, 0.5],
      about: 'small',
      context: 1_000_000
    },
    {
      name: 'glm-5.2',
      label: 'GLM-5.2',
      flags: TEXT_INPUT,
      dollars: [1.4, 4.4],
      about: 'earlier',
      context: 1_000_000,
      fallback: 'glm-5.3',
      hidden: true
    },
    {
      name: 'glm-4.7',
      label: 'GLM-4.7',
      flags: TEXT_INPUT,
      dollars: [0.6, 2.2],
      about: 'earlier',
      context: 204_800,
      fallback: 'glm-5.3',
      hidden: true
    }
  ],
  []
)

/**
 * Ids: models.dev's list of Alibaba's token plan, as `@earendil-works/pi-ai` has it. Prices:
 * Alibaba's, as the same package copied them from Vercel's gateway. Qwen3.7 Plus and Flash are left
 * out because long prompts cost several times the price.
 */
export const QWEN_MODELS = buildGroupModels(
  'qwen',
  [
    {
      name: 'qwen3.8-max',
      label: 'Qwen3.8 Max',
      flags: IMAGE_INPUT,
      dollars: [2, 6],
      about: 'newest',
      context: 262_144,
      fallback: 'qwen3.8-flash'
    },
    {
      name: 'qwen3.8-flash',
      label: 'Qwen3.8 Flash',
      flags: IMAGE_INPUT,
      dollars: [0.15, 0.47],
      about: 'small',
      context: 991_000
    },
    {
      name: 'qwen3.7-max',
      label: 'Qwen3.7 Max',
      flags: TEXT_INPUT,
      dollars: [2.5, 7.5],
      about: 'earlier',
      context: 991_000,
      fallback: 'qwen3.8-max',
      hidden: true
    }
  ],
  []
)

/**
 * Open models that no other group has. Ids and prices: OpenRouter's own list. Its hosts differ in
 * price, and the list names the usual one.
 */
export const OPENROUTER_MODELS = buildGroupModels(
  'openrouter',
  [
    {
      name: 'mistral-large-4',
      label: 'Mistral Large 4',
      flags: IMAGE_INPUT,
      dollars: [0.7, 2.1],
      about: 'all_round',
      context: 1_048_576
    },
    {
      name: 'llama-4-maverick',
      label: 'Llama 4 Maverick',
      flags: IMAGE_INPUT,
      dollars: [0.35, 1],
      about: 'quick',
      context: 524_288,
      fallback: 'llama-4-scout'
    },
    {
      name: 'llama-4-scout',
      label: 'Llama 4 Scout',
      flags: IMAGE_INPUT,
      dollars: [0.1, 0.3],
      about: 'smallest',
      context: 327_680
    },
    {
      name: 'llama-3.3-70b',
      label: 'Llama 3.3 70B',
      flags: TEXT_INPUT,
      dollars: [0.71, 0.71],
      about: 'earlier',
      context: 128_000,
      fallback: 'llama-4-maverick',
      hidden: true
    },
    {
      name: 'minimax-m3',
      label: 'MiniMax M3',
      flags: IMAGE_INPUT,
      dollars: [0.3, 1.2],
      about: 'long',
      context: 524_288
    }
  ],
  []
)
