import { Problem, type ProblemCode } from '#core/problem.ts'

/** A vendor's refusal that speaks of the operator's account, not of the work: another key may do it. */
export class AccountProblem extends Problem {}

/** Whatever was said, it is not what was agreed. @param cause what stumbled over it */
export function strange(cause?: unknown): Problem {
  return new Problem('api_error', { detail: 'the vendor answers with something else than its protocol says', cause })
}

/** What a vendor answered instead of what was asked for. */
export type Refusal = {
  status: number
  /** Everything in it that may be words: message, code, type. */
  words: string
  /** Did it speak JSON, as its protocol wants? A proxy in between answers in HTML. */
  isJson: boolean
  /** Seconds. */
  retryAfter?: number
}

type Rule = { when(refusal: Refusal): boolean; code: ProblemCode; detail: string; account?: true }

const MODERATION = /moderat|nsfw|safety|content[ _-]?(polic|filter|check)|prohibited|sensitive|responsible ai|violat/i
const EMPTY = /insufficient|exhaust|balance|quota|billing|used_up|top[ -]?up|locked/i
/** Some say with the same words that the account is empty and that a minute's share of it is. */
const HURRIED = /per[ _-]?(minute|second)/i
/** A key that is no good, of vendors that call that a bad question. */
const KEY =
  /api[ _-]?key[ _](not[ _]valid|invalid|expired|not[ _]found)|invalid[ _](api[ _]?key|token)|token_(mismatched|expired)|no_token/i
const LARGE = /(payload|request|body|entity|content|file|image)( size)?( is)? (exceeds|too large)/i
const RETIRED: readonly { named: RegExp; gone: RegExp }[] = [
  { named: /model/i, gone: /not found|not exist|retired|deprecated|unknown/i },
  { named: /application /i, gone: / not found/i },
  { named: /no such (model|endpoint|application)/i, gone: /^/ }
]

const PLACE = /(location|country|region|territory) (is |are )?not (supported|available)|unsupported_country/i

/** Statuses that are never about what was asked: a limit may be "violated" as well. */
const OF_ACCOUNT = new Set([401, 402, 429])

/** The first that fits decides. Sources of the statuses: each vendor's error page; the words are those they were seen to use. */
const RULES: readonly Rule[] = [
  {
    when: ({ words, status }) => status < 500 && !OF_ACCOUNT.has(status) && MODERATION.test(words),
    code: 'forbidden',
    detail: 'the moderation of the vendor refused this'
  },
  {
    when: ({ status, words }) => status === 413 || (status === 400 && LARGE.test(words)),
    code: 'content_too_large',
    detail: 'an input is too large for the vendor'
  },
  { when: ({ status, words }) => status === 429 && HURRIED.test(words), code: 'busy', detail: 'the vendor is busy', account: true },
  {
    when: ({ status, words }) => status === 402 || ([400, 403, 429].includes(status) && EMPTY.test(words)),
    code: 'api_error',
    detail: "this deployment's account at the vendor is used up",
    account: true
  },
  { when: ({ status }) => status === 429 || status === 503, code: 'busy', detail: 'the vendor is busy', account: true },
  {
    when: ({ status, words }) => status === 404 || status === 410 || isRetired(words),
    code: 'api_error',
    detail: 'the vendor does not serve this model any more'
  },
  { when: ({ words }) => PLACE.test(words), code: 'api_error', detail: 'the vendor does not serve where this deployment is' },
  {
    when: ({ status, words }) => [401, 403].includes(status) || (status === 400 && KEY.test(words)),
    code: 'api_error',
    detail: "the vendor does not accept this deployment's key",
    account: true
  },
  { when: ({ status, isJson }) => status < 500 && status !== 408 && isJson, code: 'bad_request', detail: 'the vendor refuses this' },
  { when: () => true, code: 'api_error', detail: 'the vendor failed' }
]

/** One look for the name and one behind it: a single expression would look behind every name. */
function isRetired(words: string): boolean {
  return words.split('\n').some(line =>
    RETIRED.some(({ named, gone }) => {
      const at = line.search(named)
      return at >= 0 && gone.test(line.slice(at))
    })
  )
}

/**
 * What a refusal means for whoever asked. The vendor's own words are its cause: for the log, not for the page.
 * @param apiKey struck out of them
 */
export function refusalProblem(refusal: Refusal, apiKey: string): Problem {
  const { code = 'api_error', detail = '', account } = RULES.find(rule => rule.when(refusal)) ?? {}
  const options = {
    detail: `${detail} (${refusal.status})`,
    ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
    cause: new Error(strike(refusal.words, apiKey))
  }
  return account ? new AccountProblem(code, options) : new Problem(code, options)
}

const LONGEST = 500

/** Words without keys, in one line. */
export function strike(words: string, apiKey: string): string {
  const known = apiKey === '' ? words : words.replaceAll(apiKey, '***')
  return known
    .replaceAll(/\b(sk|xai|key|fal)-[\w*-]{4,}/gi, '***')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
    .toWellFormed()
}
