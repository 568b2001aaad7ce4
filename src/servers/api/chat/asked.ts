import type { ChatQuestion } from '#core/provider.ts'
import type { Locale } from '#i18n/locale.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { IdempotencyKey } from '#servers/lib/idempotency.ts'

/** A question as received: its caller and their site. */
export type ReceivedQuestion = {
  caller: CredentialCaller
  origin: string
  /** All sites that the question concerns; each must offer the model. */
  sites: readonly string[]
  traceId: string
  /** The call came to a test host, which uses the sandbox. */
  test: boolean
  /** The caller's language, by the request's headers. */
  locale: Locale
  /** The new question; empty to regenerate or continue an answer. */
  text: string
  /** The requested model; empty for the conversation's model. */
  model: string
  /** Refuses a retired model instead of asking its successor. */
  current?: boolean | undefined
  references: readonly string[]
  conversationId: string | undefined
  /** The system prompt; undefined for that of the conversation. */
  preset: string | undefined
  /** From 0 to 2, or null for the model's default; undefined to keep that of the conversation. */
  temperature: number | null | undefined
  /**
   * The message that the question follows; undefined for the last one shown, null for a new
   * beginning.
   */
  parentId: string | null | undefined
  /** Id of the question that gets another answer, or of the answer to replace by a new version. */
  regenerate: string | undefined
  /** Id of the answer to continue. */
  continue: string | undefined
  /** Whether to keep the conversation for later. */
  keep: boolean
  /** The caller gets the answer in one piece, so nobody reads it before its end. */
  inOne?: boolean
  once: IdempotencyKey | null
  /**
   * The whole prompt of a program that keeps its conversations itself. Nothing of it is stored
   * here.
   */
  whole?: StatelessQuestion
}

/** `maxOutput` is in tokens; null for the model's maximum. */
export type StatelessQuestion = Pick<
  ChatQuestion,
  'turns' | 'tools' | 'toolChoice' | 'settings'
> & {
  maxOutput: number | null
}
