import { APICallError } from '@ai-sdk/provider'
import { Problem, type ProblemCode } from '#core/problem.ts'
import { parseJson } from '#core/whole-text.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'

type FailureContext = {
  /** True once any part of the answer has arrived. */
  hasBegun: boolean
  /** The operator's key. If the vendor repeats it, it is replaced by `***`. */
  apiKey: string
  /** The error that broke the connection, if one did. */
  cause?: unknown
}

/** A vendor's error response to a question. */
type Refusal = {
  status: number
  message: string
  /** Message, code and type in one string, to be searched for known words. */
  words: string
  /** Is the body JSON, as the protocol requires? A proxy in between answers in HTML. */
  isJson: boolean
  /** Seconds. */
  retryAfter?: number
}

type Rule = {
  when(refusal: Refusal): boolean
  code: ProblemCode
  detail: string
  /** True where another key may help. */ account?: true
}

const MODERATION =
  /content[ _-]?(filter|policy|management|moderation)|moderation_blocked|usage guidelines|content exists risk|safety_check/i
const TOO_LONG =
  /context[ _]?(length|window|size)|(prompt|input|message|string)\w{0,20} (is )?too (long|large)|too many tokens|string_above_max_length|exceeds the maximum number of tokens/i
const QUOTA = /insufficient[ _]?(quota|balance)|billing|credit balance is too low/i
/** Google answers a wrong key with 400. */
const WRONG_KEY = /\bAPI[_ ]key (not valid|expired)|API_KEY_INVALID/i

/**
 * Statuses about the operator's key or account, then statuses about the address or model. None is
 * about the question.
 */
const ACCOUNT = new Set([401, 402, 403])
const OPERATOR = new Set([404, 405, 407, 408])
/** 529 is Anthropic's status for an overload. */
const BUSY = new Set([429, 503, 529])
const REFUSED = "the vendor does not accept this deployment's key or model"

/** The first rule that matches decides. */
const RULES: readonly Rule[] = [
  {
    when: isModerated,
    code: 'forbidden',
    detail: 'the vendor’s moderation refused this question'
  },
  {
    when: ({ status, words }) => status === 413 || (status < 500 && TOO_LONG.test(words)),
    code: 'content_too_large',
    detail: 'the question is too long for this model'
  },
  {
    when: ({ status, words }) => (status === 429 || status === 400) && QUOTA.test(words),
    code: 'api_error',
    detail: "this deployment's quota at the vendor is used up",
    account: true
  },
  {
    when: ({ status }) => BUSY.has(status),
    code: 'busy',
    detail: 'the vendor is busy',
    account: true
  },
  {
    when: ({ status, words }) => ACCOUNT.has(status) || WRONG_KEY.test(words),
    code: 'api_error',
    detail: REFUSED,
    account: true
  },
  { when: ({ status }) => OPERATOR.has(status), code: 'api_error', detail: REFUSED },
  {
    when: ({ status, isJson }) => status < 500 && isJson,
    code: 'bad_request',
    detail: 'the vendor refused this question'
  },
  { when: () => true, code: 'api_error', detail: 'the vendor failed' }
]

/**
 * The only function that turns an error of a vendor or the SDK into a problem. The problem contains
 * no key and nothing of the question.
 */
export function toChatProblem(
  thrown: unknown,
  { hasBegun, apiKey, cause }: FailureContext
): Problem {
  if (thrown instanceof Problem) return thrown
  const refusal = readRefusal(thrown)
  if (hasBegun && !(refusal && isModerated(refusal)))
    return new Problem('chat_error', { detail: 'the answer was cut off', cause })
  if (refusal === null) return unreadable(thrown, cause)

  const { code = 'api_error', detail = '', account } = RULES.find(rule => rule.when(refusal)) ?? {}
  const said = code === 'bad_request' ? `: ${strike(refusal.message, apiKey)}` : ''
  const options = {
    detail: `${detail} (${refusal.status})${said}`,
    ...(code === 'busy' && { retryAfter: refusal.retryAfter })
  }
  // The vendor's words about an account go to the log. The vendor's words about a question may
  // repeat the question, so we drop them.
  return account
    ? new AccountProblem(code, { ...options, cause: new Error(strike(refusal.words, apiKey)) })
    : new Problem(code, options)
}

function isModerated({ words }: Refusal): boolean {
  return MODERATION.test(words)
}

/**
 * Returns the problem for a vendor that sent nothing, or something that is not a chat. The SDK's
 * error contains the whole question, so we keep only its cause.
 */
function unreadable(thrown: unknown, cause: unknown): Problem {
  if (APICallError.isInstance(thrown))
    return new Problem('api_error', { detail: 'the vendor cannot be reached', cause: thrown.cause })
  return new Problem('api_error', {
    detail: 'the vendor’s response is not a chat answer',
    cause
  })
}

/** Reads the HTTP status of a refusal: from the response, or from an error frame in the stream. */
function readRefusal(thrown: unknown): Refusal | null {
  if (APICallError.isInstance(thrown)) {
    const { statusCode: status = 0, responseBody, responseHeaders = {} } = thrown
    if (status < 400) return null
    const body = parse(responseBody)
    const error = field(body, 'error') ?? body
    const message = [
      field(error, 'message'),
      error,
      field(body, 'message'),
      field(body, 'detail')
    ].find(words => typeof words === 'string')
    return {
      status,
      ...spoken(message, error, body),
      isJson: body !== undefined,
      retryAfter: readRetryAfter(responseHeaders)
    }
  }
  return thrown instanceof Error ? null : readErrorFrame(thrown)
}

/** Vendors' words for being busy, where their error has no number. */
const OVERLOADED = /^(overloaded( error)?|model overloaded|service unavailable)$/i

/** Reads an error that a vendor wrote into its stream instead of more of the answer. */
function readErrorFrame(frame: unknown): Refusal | null {
  const error = field(field(frame, 'response'), 'error') ?? field(frame, 'error') ?? frame
  const message = field(error, 'message')
  if (typeof message !== 'string') return null
  const told = ['statusCode', 'status_code', 'status', 'code']
    .map(name => Number(field(error, name)))
    .find(status => status >= 400 && status < 600)
  const guessed = field(error, 'type') === 'invalid_request_error' ? 400 : 500
  const status = told ?? (OVERLOADED.test(message.trim()) ? 503 : guessed)
  return { status, ...spoken(message, error), isJson: true }
}

function spoken(message: unknown, ...sources: unknown[]): Pick<Refusal, 'message' | 'words'> {
  const words = [
    message,
    ...sources.flatMap(source => [field(source, 'code'), field(source, 'type')])
  ]
  return {
    message: typeof message === 'string' ? message : '',
    words: words.filter(word => typeof word === 'string').join(' ')
  }
}

/** Reads seconds from a number, or from a date relative to the vendor's own clock. */
function readRetryAfter(headers: Record<string, string>): number | undefined {
  const told = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(told)
    ? Number(told)
    : (Date.parse(told) - Date.parse(headers['date'] ?? '')) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

const LONGEST = 300

function strike(message: string, apiKey: string): string {
  const known = apiKey === '' ? message : message.replaceAll(apiKey, '***')
  const struck = known.replaceAll(/\b(sk|xai|key)-[\w*-]{4,}/gi, '***').replaceAll(/\s+/g, ' ')
  return (struck.length > LONGEST ? `${struck.slice(0, LONGEST)}…` : struck).toWellFormed()
}

function parse(text: string | undefined): unknown {
  try {
    return parseJson(text ?? '')
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
