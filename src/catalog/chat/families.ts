import { FILE_INPUT, buildGroupModels, reasoningFlags } from '#catalog/chat/group-of.ts'

/*
 * Prices and contexts: models.dev, as `@earendil-works/pi-ai` 1.5.2 of 10 November 2026 has them.
 * The docstrings name the sources of ids.
 */

/** Ids: `@ai-sdk/anthropic` 4.0.105 of 13 November 2026. */
export const CLAUDE_MODELS = buildGroupModels(
  'claude',
  [
    {
      name: 'claude-sonnet-5-5',
      label: 'Claude Sonnet 5.5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [2, 10],
      about: 'all_round',
      context: 1_000_000,
      fallback: 'claude-opus-5-5'
    },
    {
      name: 'claude-opus-5-5',
      label: 'Claude Opus 5.5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [4, 20],
      about: 'deep',
      context: 1_000_000,
      fallback: 'claude-sonnet-5-5'
    },
    {
      name: 'claude-haiku-5-5',
      label: 'Claude Haiku 5.5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [0.1, 0.5],
      long: [100_000, 0.5, 2.5],
      about: 'quick',
      context: 1_000_000
    },
    {
      name: 'claude-fable-5-2',
      label: 'Claude Fable 5.2',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [8, 40],
      about: 'largest',
      context: 1_000_000,
      fallback: 'claude-opus-5-5',
      hidden: true
    },
    {
      name: 'claude-sonnet-5',
      label: 'Claude Sonnet 5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [2, 10],
      about: 'earlier',
      context: 1_000_000,
      fallback: 'claude-sonnet-5-5',
      hidden: true
    },
    {
      name: 'claude-opus-5',
      label: 'Claude Opus 5',
      flags: reasoningFlags(FILE_INPUT),
      dollars: [5, 25],
      about: 'earlier',
      context: 1_000_000,
      fallback: 'claude-opus-5-5',
      hidden: true
    },
    {
      name: 'claude-haiku-4-5',
      label: 'Claude Haiku 4.5',
      flags: FILE_INPUT,
      dollars: [1, 5],
      about: 'earlier',
      context: 200_000,
      fallback: 'claude-haiku-5-5',
      hidden: true
    }
  ],
  []
)

/**
 * Ids: `@ai-sdk/google` 4.0.121 of 13 November 2026. Gemini 4 Carbon and Hydrogen are left out
 * because no price was found. Pro models are left out because they are previews.
 */
export const GEMINI_MODELS = buildGroupModels(
  'gemini',
  [
    {
      name: 'gemini-4-argon',
      label: 'Gemini 4 Argon',
      flags: FILE_INPUT,
      dollars: [2, 10],
      about: 'newest',
      context: 1_048_576,
      fallback: 'gemini-3.8-flash'
    },
    {
      name: 'gemini-3.8-flash',
      label: 'Gemini 3.8 Flash',
      flags: FILE_INPUT,
      dollars: [0.75, 3.75],
      about: 'quick',
      context: 1_048_576,
      fallback: 'gemini-3.5-flash-lite'
    },
    {
      name: 'gemini-3.5-flash-lite',
      label: 'Gemini 3.5 Flash-Lite',
      flags: FILE_INPUT,
      dollars: [0.3, 2.5],
      about: 'small',
      context: 1_048_576,
      fallback: 'gemini-3.8-flash'
    },
    {
      name: 'gemini-3.7-flash',
      label: 'Gemini 3.7 Flash',
      flags: FILE_INPUT,
      dollars: [0.75, 3.75],
      about: 'earlier',
      context: 1_048_576,
      fallback: 'gemini-3.8-flash',
      hidden: true
    },
    {
      name: 'gemini-3.1-flash-lite',
      label: 'Gemini 3.1 Flash-Lite',
      flags: FILE_INPUT,
      dollars: [0.25, 1.5],
      about: 'earlier',
      context: 1_048_576,
      fallback: 'gemini-3.5-flash-lite',
      hidden: true
    }
  ],
  []
)
