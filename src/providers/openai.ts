import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ChatProvider, ChatQuestion, VendorConnection } from '#core/provider.ts'
import type { Json } from '#core/json.ts'
import { toMessages, restoreToolArguments, type WireMessage } from '#providers/openai-messages.ts'
import { createSdkChat } from '#providers/sdk-chat.ts'

/**
 * Calls any server that speaks OpenAI's chat completions: OpenAI, DeepSeek, xAI, Ollama, vLLM and
 * the like. Source: the package `@ai-sdk/openai-compatible` 3.0.92 of 2026.
 */
export const openaiChat: ChatProvider = createSdkChat((question, upstream) => ({
  model: openModel(question, upstream),
  messages: toMessages(question.turns)
}))

/**
 * Writes the tool choice into the body itself. The SDK would reject an answer that ignores the
 * choice; we pass it on to the caller.
 */
function chosen({ toolChoice: choice }: ChatQuestion): { tool_choice?: Json } {
  if (choice === undefined) return {}
  return {
    tool_choice:
      typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
  }
}

/**
 * Returns settings that turn reasoning off if there are tools. OpenAI's newer models refuse tools
 * in chat completions while they reason, and some of them reason by default.
 */
function thoughtless({ model, tools }: ChatQuestion): { reasoning_effort?: Json } {
  return tools !== undefined && /^gpt-(5\.[6-9]|6-(sol|luna))/.test(model)
    ? { reasoning_effort: 'none' }
    : {}
}

function openModel(question: ChatQuestion, upstream: VendorConnection) {
  const { model, settings, turns } = question
  const provider = createOpenAICompatible({
    name: 'chat',
    baseURL: upstream.baseURL,
    apiKey: upstream.apiKey,
    fetch: upstream.fetch,
    includeUsage: true,
    // The vendor fetches addresses itself. Otherwise the SDK would fetch them from here, past the
    // egress guard.
    supportedUrls: () => ({ '*': [/^/] }),
    // OpenAI's reasoning models refuse the older name. Other servers know only the older name.
    transformRequestBody: ({ max_tokens, messages, ...body }) => ({
      ...body,
      messages: restoreToolArguments(messages as WireMessage[], turns),
      ...thoughtless(question),
      ...settings,
      ...chosen(question),
      [/^(o\d|gpt-[5-9])/.test(model) ? 'max_completion_tokens' : 'max_tokens']: max_tokens
    })
  })
  return provider.chatModel(model)
}
