import type { ProblemCode } from '#core/problem.ts'

/** What OpenAI's clients decide by: whether to try again, whose fault it is, what to show. */
export type OpenaiTelling = { status?: number; type?: string; code?: string }

/** The type of what the caller did wrong. */
export const OPENAI_REFUSED = 'invalid_request_error'

/** A model that is not there, or that nobody serves. */
export const OPENAI_NO_MODEL = { status: 404, type: OPENAI_REFUSED, code: 'model_not_found' }

const NO_KEY = { status: 401, type: OPENAI_REFUSED, code: 'invalid_api_key' }

/** Where OpenAI has a status or a name of its own for one of our problems; all others keep theirs. */
export const OPENAI_TELLINGS: Partial<Record<ProblemCode, OpenaiTelling>> = {
  no_token: NO_KEY,
  invalid_token: NO_KEY,
  token_expired: NO_KEY,
  token_mismatched: NO_KEY,
  used_up: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  too_many_requests: { type: 'requests', code: 'rate_limit_exceeded' },
  busy: { status: 503 },
  api_not_implemented: OPENAI_NO_MODEL,
  content_too_large: { code: 'context_length_exceeded' },
  no_api: { code: 'unknown_url' }
}
