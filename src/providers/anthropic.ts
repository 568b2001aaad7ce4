import { createAnthropic } from '@ai-sdk/anthropic'
import type { ChatProvider, ChatQuestion } from '#core/provider.ts'
import { toNativeMessages } from '#providers/openai-messages.ts'
import { createSdkChat, stopSequencesOf, type SdkCall } from '#providers/sdk-chat.ts'

/** Calls Anthropic's Messages API, as the package `@ai-sdk/anthropic` 4.0.105 of 2026 has it. */
export const anthropicChat: ChatProvider = createSdkChat(
  (question, { fetch, baseURL, apiKey }) => ({
    model: createAnthropic({ fetch, baseURL, apiKey })(question.model),
    prompt: toNativeMessages(question.turns),
    ...stopSequencesOf(question),
    providerOptions: { anthropic: optionsFor(question) }
  })
)

/**
 * Models before Claude 4.6 think only if they get a budget of tokens. Here they get none and answer
 * at once.
 */
const AT_ONCE = /^claude-(3|haiku-4|(sonnet|opus)-4-(0|1|5|20))/

type Options = Required<SdkCall>['providerOptions'][string]

/** Newer models decide how much to think. Anthropic leaves the thoughts out unless asked. */
function optionsFor({ model, settings }: ChatQuestion): Options {
  const effort = EFFORTS[String(settings?.['reasoning_effort'] ?? '')]
  return {
    ...(!AT_ONCE.test(model) && {
      thinking: { type: 'adaptive', display: 'summarized' },
      ...(effort && { effort })
    })
  }
}

/** Anthropic's names of efforts, by OpenAI's names. */
const EFFORTS: Readonly<Record<string, 'low' | 'medium' | 'high' | 'xhigh'>> = {
  none: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh'
}
