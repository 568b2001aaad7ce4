import { atom } from 'nanostores'
import { createIdempotencyKeys } from '#client/call-keys.ts'
import { failureOf } from '#client/failure.ts'
import { fetchPromptOffers, requestPromptHelp } from '#client/prompt-help.ts'
import type { Failure } from '#client/turns.ts'
import type { PromptHelp, PromptOffers } from '#contract/prompt-help.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'
import { onReset } from '#stores/persisted.ts'

/** The models that help with prompts, by task; null until it is loaded, and if it cannot be loaded. */
export const $promptOffers = atom<PromptOffers | null>(null)

const callKeys = createIdempotencyKeys()
let loading: Promise<void> | null = null

onReset(() => {
  loading = null
  $promptOffers.set(null)
})

/** Loads once what chat models can do. After a failure the next call tries again. */
export function loadPromptOffers(): Promise<void> {
  loading ??= fetchPromptOffers().then(
    offers => $promptOffers.set(offers),
    () => {
      loading = null
    }
  )
  return loading
}

/** Lets a chat model write a prompt, which the user's plan for chats pays. */
export async function writePrompt(
  help: PromptHelp
): Promise<{ text: string; failure: Failure | null }> {
  try {
    const { text } = await withCredential(token =>
      requestPromptHelp(token, help, callKeys.keyFor(help))
    )
    // The same prompt may be improved once more, with another result.
    callKeys.reset()
    return { text, failure: null }
  } catch (thrown) {
    return { text: '', failure: failureOf(toProblem(thrown)) }
  }
}
