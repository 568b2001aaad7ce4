import type { ChatQuestion } from '#core/provider.ts'
import type { Locale } from '#i18n/locale.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { OnceKey } from '#servers/lib/idempotency.ts'

/** A question as it came, by whom, and from which site. */
export type Question = {
  caller: CredentialCaller
  origin: string
  /** All sites that it has to do with; each must offer what is asked. */
  sites: readonly string[]
  traceId: string
  /** Does it come by a test host? */
  test: boolean
  /** That of whoever asks, as their request says. */
  locale: Locale
  /** Empty where nothing new is asked. */
  text: string
  /** Empty for the one that the conversation has. */
  model: string
  references: readonly string[]
  conversationId: string | undefined
  /** What the model is told before all else; undefined for what the conversation has. */
  preset: string | undefined
  /** 0 to 2, null for the model's own; undefined for what the conversation has. */
  temperature: number | null | undefined
  /** Below which message it is asked; undefined for the last that is shown, null for a new beginning. */
  parentId: string | null | undefined
  /** Id of the question to answer once more, or of its answer. */
  regenerate: string | undefined
  /** Id of the answer to go on with. */
  continue: string | undefined
  /** Keep the conversation, so that it can be found again. */
  keep: boolean
  once: OnceKey | null
  /** Asked with all that was said before, by a program that keeps it itself: none of it is kept here. */
  whole?: WholeQuestion
}

/** `maxOutput` in tokens; the model's own where null. */
export type WholeQuestion = Pick<ChatQuestion, 'turns' | 'tools' | 'toolChoice' | 'settings'> & {
  maxOutput: number | null
}
