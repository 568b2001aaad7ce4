import { AsyncLocalStorage } from 'node:async_hooks'
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { ChatProvider, ChatQuestion, VendorConnection } from '#core/provider.ts'
import type { Json } from '#core/json.ts'
import { toMessages, restoreToolArguments, type WireMessage } from '#providers/openai-messages.ts'
import { createSdkChat } from '#providers/sdk-chat.ts'

/**
 * Calls any server that speaks OpenAI's chat completions: OpenAI, DeepSeek, xAI, Ollama, vLLM and
 * the like. Source: the package `@ai-sdk/openai-compatible` 3.0.92 of 2026.
 */
export const openaiChat: ChatProvider = createSdkChat((question, upstream) => ({
  model: {
    supportedUrls: MODEL.supportedUrls,
    doStream: options => running.run({ question, upstream }, () => MODEL.doStream(options))
  },
  prompt: toMessages(question.turns)
}))

/** The call that the model makes at present. */
const running = new AsyncLocalStorage<{ question: ChatQuestion; upstream: VendorConnection }>()

function currentCall(): { question: ChatQuestion; upstream: VendorConnection } {
  const call = running.getStore()
  if (call === undefined) throw new Error('the model is called outside a call')
  return call
}

/**
 * One model for all calls, since the SDK builds the schema of a response with each model, and that
 * takes longer than to read a short answer with it.
 */
const MODEL = new OpenAICompatibleChatLanguageModel('', {
  provider: 'chat',
  url: ({ path }) => currentCall().upstream.baseURL.replace(/\/$/, '') + path,
  headers: () => {
    const { apiKey } = currentCall().upstream
    return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
  },
  fetch: (input, init) => currentCall().upstream.fetch(input, init),
  includeUsage: true,
  // The vendor fetches addresses itself. Otherwise the SDK would fetch them from here, past the
  // egress guard.
  supportedUrls: () => ({ '*': [/^/] }),
  transformRequestBody: ({ max_tokens, messages, ...body }) => {
    const { question } = currentCall()
    const { model, settings, turns } = question
    return {
      ...body,
      model,
      messages: restoreToolArguments(messages as WireMessage[], turns),
      ...thoughtless(question),
      ...settings,
      // OpenAI's reasoning models refuse the older name. Other servers know only the older name.
      [/^(o\d|gpt-[5-9])/.test(model) ? 'max_completion_tokens' : 'max_tokens']: max_tokens
    }
  }
})

/**
 * Returns settings that turn reasoning off if there are tools. OpenAI's newer models refuse tools
 * in chat completions while they reason, and some of them reason by default.
 */
function thoughtless({ model, tools }: ChatQuestion): { reasoning_effort?: Json } {
  return tools !== undefined && /^gpt-(5\.[6-9]|6-(sol|luna))/.test(model)
    ? { reasoning_effort: 'none' }
    : {}
}
