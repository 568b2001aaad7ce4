import { createGoogle, type GoogleLanguageModelOptions } from '@ai-sdk/google'
import type { ChatProvider, ChatQuestion } from '#core/provider.ts'
import { toNativeMessages } from '#providers/openai-messages.ts'
import { createSdkChat, stopSequencesOf } from '#providers/sdk-chat.ts'

/**
 * Calls Google's Gemini API, as the package `@ai-sdk/google` 4.0.121 of 2026 has it. Gemini reads
 * images and files whose bytes are sent, but fetches no addresses.
 */
export const geminiChat: ChatProvider = createSdkChat((question, { fetch, baseURL, apiKey }) => ({
  model: createGoogle({ fetch, baseURL, apiKey })(question.model),
  prompt: toNativeMessages(question.turns),
  ...stopSequencesOf(question),
  providerOptions: { google: optionsFor(question) }
}))

/** Gemini thinks by default, and leaves the thoughts out unless asked. */
function optionsFor({ settings }: ChatQuestion): GoogleLanguageModelOptions {
  const level = LEVELS[String(settings?.['reasoning_effort'] ?? '')]
  return {
    thinkingConfig: { includeThoughts: true, ...(level && { thinkingLevel: level }) }
  }
}

/** Gemini's names of levels, by OpenAI's names of efforts. */
const LEVELS: Readonly<Record<string, 'minimal' | 'low' | 'medium' | 'high'>> = {
  none: 'minimal',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high'
}
