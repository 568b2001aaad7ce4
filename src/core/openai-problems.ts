import type { ProblemCode } from '#core/problem.ts'

/**
 * The error fields by which OpenAI clients decide whether to retry, who is at fault and what to
 * show.
 */
export type OpenaiErrorFields = { status?: number; type?: string; code?: string }

/** The error type for a mistake of the caller. */
export const OPENAI_CALLER_ERROR = 'invalid_request_error'

/** The model does not exist, or nobody serves it. */
export const OPENAI_MODEL_NOT_FOUND = {
  status: 404,
  type: OPENAI_CALLER_ERROR,
  code: 'model_not_found'
}

const NO_KEY = { status: 401, type: OPENAI_CALLER_ERROR, code: 'invalid_api_key' }

/** Problems for which OpenAI has its own status or code. All others keep theirs. */
export const OPENAI_ERRORS: Partial<Record<ProblemCode, OpenaiErrorFields>> = {
  no_token: NO_KEY,
  invalid_token: NO_KEY,
  token_expired: NO_KEY,
  token_mismatched: NO_KEY,
  used_up: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  too_many_requests: { type: 'requests', code: 'rate_limit_exceeded' },
  busy: { status: 503 },
  api_not_implemented: OPENAI_MODEL_NOT_FOUND,
  content_too_large: { code: 'context_length_exceeded' },
  no_api: { code: 'unknown_url' }
}
