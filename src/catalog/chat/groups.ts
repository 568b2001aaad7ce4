import {
  TEXT_INPUT,
  IMAGE_INPUT,
  FILE_INPUT,
  reasoningFlags,
  buildGroupModels
} from '#catalog/chat/group-of.ts'

/**
 * Prices: developers.openai.com/api/docs/pricing, as public price tables copied it in October 2026,
 * and models.dev (July) for GPT-5.4 and older. Ids: `@ai-sdk/openai` 4.0.118 of 13 November 2026.
 * End dates: OpenAI's deprecation page, June 2026, and the types of `openai` 7.59.0, November. GPT-6.1
 * Terra is left out because no price was found. GPT-5.6 is left out because its price was a
 * promotion. Prices of long prompts: models.dev, as `@earendil-works/pi-ai` 1.5.2 of 10 November 2026
 * has them. Contexts of GPT-6: the lists of OpenRouter and Azure in that package.
 *
 * The retired names take no temperature, because their successors refuse one.
 */
export const GPT_MODELS = buildGroupModels(
  'chatgpt',
  [
    {
      name: 'gpt-6-sol',
      label: 'GPT-6 Sol',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [2, 10],
      long: [272_000, 4, 15],
      about: 'all_round',
      context: 1_050_000,
      fallback: 'gpt-6.1-sol'
    },
    {
      name: 'gpt-6.1-sol',
      label: 'GPT-6.1 Sol',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [2, 10],
      long: [272_000, 4, 15],
      about: 'newest',
      context: 1_050_000,
      fallback: 'gpt-6-sol'
    },
    {
      name: 'gpt-6-luna',
      label: 'GPT-6 Luna',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [0.1, 0.5],
      long: [272_000, 0.2, 0.75],
      about: 'small',
      context: 1_050_000
    },
    {
      name: 'gpt-6-astra',
      label: 'GPT-6 Astra',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [10, 50],
      long: [272_000, 20, 75],
      about: 'largest',
      context: 1_050_000,
      fallback: 'gpt-6-sol',
      hidden: true
    },
    {
      name: 'gpt-5.5',
      label: 'GPT-5.5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [5, 30],
      long: [272_000, 10, 45],
      about: 'earlier',
      context: 1_050_000,
      fallback: 'gpt-6-sol',
      hidden: true
    },
    {
      name: 'gpt-5.4',
      label: 'GPT-5.4',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [2.5, 15],
      long: [272_000, 5, 22.5],
      about: 'earlier',
      context: 1_050_000,
      fallback: 'gpt-6-sol',
      hidden: true
    },
    {
      name: 'gpt-5.4-mini',
      label: 'GPT-5.4 mini',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [0.75, 4.5],
      about: 'small',
      context: 400_000,
      fallback: 'gpt-6-luna',
      hidden: true
    },
    {
      name: 'gpt-5.4-nano',
      label: 'GPT-5.4 nano',
      flags: reasoningFlags(IMAGE_INPUT),
      dollars: [0.2, 1.25],
      about: 'smallest',
      context: 400_000,
      until: '2027-03-31',
      fallback: 'gpt-6-luna',
      hidden: true
    },
    // No OpenAI model returns images in chat. This name is refused unless the operator routes it.
    {
      name: 'gpt-4o-image',
      label: 'GPT-4o Image',
      flags: IMAGE_INPUT,
      dollars: [2.5, 10],
      about: 'draws',
      context: 128_000,
      hidden: true
    }
  ],
  [
    {
      name: 'gpt-5-all',
      label: 'GPT-5',
      flags: reasoningFlags(FILE_INPUT),
      until: '2026-12-10',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'gpt-5',
      label: 'GPT-5',
      flags: reasoningFlags(IMAGE_INPUT),
      until: '2026-12-10',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'gpt-5-mini',
      label: 'GPT-5 mini',
      flags: reasoningFlags(FILE_INPUT),
      until: '2026-12-10',
      becomes: 'gpt-6-luna'
    },
    {
      name: 'gpt-4-all',
      label: 'GPT-4',
      flags: reasoningFlags(FILE_INPUT),
      until: '2026-10-23',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'o1-mini',
      label: 'o1-mini',
      flags: reasoningFlags(FILE_INPUT),
      until: '2025-10-27',
      becomes: 'gpt-6-luna'
    },
    {
      name: 'o3',
      label: 'o3',
      flags: reasoningFlags(FILE_INPUT),
      until: '2026-12-10',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'o4-mini',
      label: 'o4-mini',
      flags: reasoningFlags(FILE_INPUT),
      until: '2026-10-23',
      becomes: 'gpt-6-luna'
    },
    {
      name: 'gpt-4o-all',
      label: 'GPT-4o',
      flags: reasoningFlags(FILE_INPUT),
      until: '2027-01-13',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'gpt-4o',
      label: 'GPT-4o',
      flags: reasoningFlags(IMAGE_INPUT),
      until: '2027-01-13',
      becomes: 'gpt-6-sol'
    },
    {
      name: 'gpt-4o-mini',
      label: 'GPT-4o mini',
      flags: reasoningFlags(IMAGE_INPUT),
      until: '2027-01-13',
      becomes: 'gpt-6-luna'
    },
    {
      name: 'gpt-4.1',
      label: 'GPT-4.1',
      flags: reasoningFlags(FILE_INPUT),
      until: '2027-01-13',
      becomes: 'gpt-6-sol'
    }
  ]
)

/**
 * Prices: api-docs.deepseek.com/quick_start/pricing of 10 September 2026 (from models.dev), at the
 * peak rate. The off-peak rate is half. Ids and end dates: the same page, and `@ai-sdk/deepseek`
 * 3.0.56 of 29 September 2026.
 */
export const DEEPSEEK_MODELS = buildGroupModels(
  'deepseek',
  [
    {
      name: 'deepseek-flash',
      label: 'DeepSeek V4.1 Flash',
      flags: TEXT_INPUT,
      dollars: [0.3, 1.2],
      about: 'quick',
      context: 1_000_000
    },
    {
      name: 'deepseek-v4-pro',
      label: 'DeepSeek V4 Pro',
      flags: reasoningFlags(TEXT_INPUT),
      dollars: [1.32, 3.96],
      about: 'deep',
      context: 1_000_000,
      fallback: 'deepseek-flash'
    }
  ],
  [
    {
      name: 'deepseek-v3',
      label: 'DeepSeek V3',
      flags: TEXT_INPUT,
      until: '2026-07-24',
      becomes: 'deepseek-flash'
    },
    {
      name: 'deepseek-r1',
      label: 'DeepSeek R1',
      flags: reasoningFlags(TEXT_INPUT),
      until: '2026-07-24',
      becomes: 'deepseek-flash'
    }
  ]
)
