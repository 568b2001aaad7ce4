import { hasValue } from '#core/condition.ts'
import type { JsonSchema } from '#core/json-schema.ts'
import type { Issue } from '#core/problem.ts'

/**
 * Fields that every call of every service takes. They say how the response is delivered, and who
 * pays.
 */
export const CALL_OPTION_FIELDS: Readonly<Record<string, JsonSchema>> = {
  async: {
    type: 'boolean',
    default: false,
    description: 'Respond at once with the task id.'
  },
  callback_url: {
    type: 'string',
    format: 'uri',
    maxLength: 4096,
    description: 'Respond at once, and send the final state of the task to this URL.'
  },
  timeout: {
    type: 'number',
    minimum: 1,
    description: 'Seconds until the task times out, up to the limit of the service.'
  },
  max_price: {
    type: 'number',
    minimum: 0,
    description: 'Refuse the call, at no cost, if it costs more than this number of credits.'
  },
  trace_id: { type: 'string', maxLength: 64, description: 'Your own id for this call.' },
  application_id: { type: 'string', maxLength: 64 }
}

/** Names that are not fields of a service. */
export const RESERVED_FIELDS: readonly string[] = [...Object.keys(CALL_OPTION_FIELDS), 'user_id']

export type ServiceCallOptions = {
  /** Respond before the task ends. */
  atOnce: boolean
  callbackUrl: string | undefined
  /** Milliseconds after which the task times out; by default the limit of the service. */
  patience: number
  /** Credits that the call may cost; by default any price. */
  maxPrice: number
  traceId: string | undefined
  applicationId: string | undefined
  issues: Issue[]
}

/**
 * Reads the fields of {@link CALL_OPTION_FIELDS} from a body. A `user_id` is ignored, since callers could claim
 * any.
 * @param mayCall tells whether callbacks may go to an address
 */
export function parseCallOptions(
  body: Readonly<Record<string, unknown>>,
  mayCall: (address: string) => boolean
): ServiceCallOptions {
  const issues: Issue[] = []
  const read = (name: string, isRight: (text: string) => boolean): string | undefined => {
    const value = body[name]
    if (!hasValue(value)) return undefined
    if (typeof value === 'string' && isRight(value)) return value
    issues.push({ field: name, code: typeof value === 'string' ? 'invalid' : 'wrong_type' })
    return undefined
  }
  const wanted = body['async']
  if (hasValue(wanted) && typeof wanted !== 'boolean')
    issues.push({ field: 'async', code: 'wrong_type' })
  const readNumber = (name: string, least: number): number => {
    const value = hasValue(body[name]) ? body[name] : Infinity
    if (typeof value === 'number' && value >= least) return value
    issues.push({ field: name, code: typeof value === 'number' ? 'too_small' : 'wrong_type' })
    return Infinity
  }
  const patience = readNumber('timeout', 1) * 1000
  const maxPrice = readNumber('max_price', 0)
  const callbackUrl = read('callback_url', isWebAddress)
  if (callbackUrl !== undefined && !mayCall(callbackUrl))
    issues.push({ field: 'callback_url', code: 'unreachable' })
  const traceId = read('trace_id', text => /^[\w.:-]{1,64}$/.test(text))
  const applicationId = read('application_id', text => text.length <= 64)
  return {
    atOnce: wanted === true || callbackUrl !== undefined,
    callbackUrl,
    patience,
    maxPrice,
    traceId,
    applicationId,
    issues
  }
}

function isWebAddress(text: string): boolean {
  return text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
