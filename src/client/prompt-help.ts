import { requestJson } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import type { HelpedPrompt, PromptHelp, PromptOffers } from '#contract/prompt-help.ts'

/** Milliseconds that a model may take to write a prompt. */
const PATIENCE = 90_000

/** Loads what chat models can do for prompts, with the price. */
export function fetchPromptOffers(): Promise<PromptOffers> {
  return requestJson<PromptOffers>(addressOf(), { headers: callerHeaders('api') })
}

/**
 * Lets a chat model write a prompt, which is charged.
 * @param token token of a credential for chat
 * @param key idempotency key, so that a call repeated after a lost connection is charged once
 */
export function requestPromptHelp(
  token: string,
  body: PromptHelp,
  key: string
): Promise<HelpedPrompt> {
  return requestJson<HelpedPrompt>(addressOf(), {
    method: 'POST',
    token,
    body,
    headers: { ...callerHeaders('api'), 'idempotency-key': key },
    signal: AbortSignal.timeout(PATIENCE)
  })
}

function addressOf(): string {
  return `${pageHub().hosts.api}/aichat/prompt-help`
}
