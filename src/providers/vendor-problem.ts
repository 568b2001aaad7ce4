import { Problem, type ProblemCode } from '#core/problem.ts'

/**
 * A refusal that concerns the operator's account, not the work. The work may succeed with another
 * key.
 */
export class AccountProblem extends Problem {}

/**
 * The problem for an answer that does not follow the protocol.
 * @param cause the error that reading the answer threw
 */
export function protocolProblem(cause?: unknown): Problem {
  return new Problem('api_error', {
    detail: 'the vendor’s response does not follow its API',
    cause
  })
}

/** A vendor's error response. */
export type Refusal = {
  status: number
  /** All text that may explain the error: message, code, type. */
  words: string
  /** Is the body JSON, as the protocol requires? A proxy in between answers in HTML. */
  isJson: boolean
  /** Seconds. */
  retryAfter?: number
}

type Rule = { when(refusal: Refusal): boolean; code: ProblemCode; detail: string; account?: true }

const MODERATION =
  /moderat|nsfw|safety|content[ _-]?(polic|filter|check)|prohibited|sensitive|responsible ai|violat|risk control|content security/i
const EMPTY =
  /insufficient|exhaust|balance|quota|billing|used_up|arrears|top[ -]?up|locked|(available|any|enough) credits|spending limit/i
/** Some vendors use the same words for an empty account and for a rate limit per minute. */
const HURRIED = /per[ _-]?(minute|second|min\b)|rate_limit_exceeded/i
/** Matches an invalid key, for vendors that report it as a bad request. */
const KEY =
  /api[ _-]?key[ _](not[ _]valid|invalid|expired|not[ _]found)|(invalid|incorrect)[ _](api[ _]?key|token)|token_(mismatched|expired)|no_token/i
const LARGE = /(payload|request|body|entity|content|file|image)( size)?( is)? (exceeds|too large)/i
const RETIRED: readonly { named: RegExp; gone: RegExp }[] = [
  { named: /model/i, gone: /not found|not exist|retired|deprecated|unknown/i },
  { named: /application /i, gone: / not found/i },
  { named: /no such (model|endpoint|application)/i, gone: /^/ },
  // ComfyUI lacks a file that a workflow names, or a node.
  { named: /value_not_in_list|missing_node_type/, gone: /^/ }
]

const PLACE =
  /(location|country|region|territory) (is |are )?not (supported|available)|unsupported_country/i

/**
 * Statuses that never concern the content of a request, even if the words look like moderation:
 * vendors also say that a rate limit was "violated".
 */
const OF_ACCOUNT = new Set([401, 402, 429])

/**
 * The first rule that matches decides. Sources of the statuses: each vendor's error page. The words
 * come from errors that vendors have sent.
 */
const RULES: readonly Rule[] = [
  {
    when: ({ words, status }) => status < 500 && !OF_ACCOUNT.has(status) && MODERATION.test(words),
    code: 'forbidden',
    detail: 'the vendor’s moderation refused this'
  },
  {
    when: ({ status, words }) => status === 413 || (status === 400 && LARGE.test(words)),
    code: 'content_too_large',
    detail: 'an input is too large for the vendor'
  },
  {
    when: ({ status, words }) => status === 429 && HURRIED.test(words),
    code: 'busy',
    detail: 'the vendor is busy',
    account: true
  },
  {
    when: ({ status, words }) =>
      status === 402 || ([400, 403, 429].includes(status) && EMPTY.test(words)),
    code: 'api_error',
    detail: "this deployment's account at the vendor is used up",
    account: true
  },
  {
    when: ({ status }) => [429, 503, 529].includes(status),
    code: 'busy',
    detail: 'the vendor is busy',
    account: true
  },
  {
    when: ({ status, words }) => status === 404 || status === 410 || isRetired(words),
    code: 'api_error',
    detail: 'the vendor no longer offers this model'
  },
  {
    when: ({ words }) => PLACE.test(words),
    code: 'api_error',
    detail: 'the vendor does not serve the region of this deployment'
  },
  {
    when: ({ status, words }) => [401, 403].includes(status) || (status === 400 && KEY.test(words)),
    code: 'api_error',
    detail: "the vendor does not accept this deployment's key",
    account: true
  },
  {
    when: ({ status, isJson }) => status < 500 && status !== 408 && isJson,
    code: 'bad_request',
    detail: 'the vendor refused this request'
  },
  { when: () => true, code: 'api_error', detail: 'the vendor failed' }
]

/**
 * Checks whether a refusal says that the model no longer exists. It searches each line for the name
 * first, and after it for the rest. A single expression would search the rest after every name.
 */
function isRetired(words: string): boolean {
  return words.split('\n').some(line =>
    RETIRED.some(({ named, gone }) => {
      const at = line.search(named)
      return at >= 0 && gone.test(line.slice(at))
    })
  )
}

/**
 * Translates a refusal into a problem for the caller. The vendor's own words become the problem's
 * cause: they are for the log, not for the page.
 * @param apiKey is removed from those words
 */
export function refusalProblem(refusal: Refusal, apiKey: string): Problem {
  const { code = 'api_error', detail = '', account } = RULES.find(rule => rule.when(refusal)) ?? {}
  const options = {
    detail: `${detail} (${refusal.status})`,
    ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
    cause: new Error(redactKeys(refusal.words, apiKey))
  }
  return account ? new AccountProblem(code, options) : new Problem(code, options)
}

/**
 * Translates a failed job of a vendor that gives the reason only in words. The user can do
 * something about moderation; anything else is a failure of the vendor.
 */
export function jobProblem(words: string, apiKey: string): Problem {
  const status = MODERATION.test(words) ? 400 : 500
  return refusalProblem({ status, words, isJson: true }, apiKey)
}

const LONGEST = 500

/** Puts a text on one line and removes keys from it. */
export function redactKeys(words: string, apiKey: string): string {
  const known = apiKey === '' ? words : words.replaceAll(apiKey, '***')
  return known
    .replaceAll(/\b(sk|xai|key|fal)-[\w*-]{4,}/gi, '***')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
    .toWellFormed()
}
