import { createHmac } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { CALL_LIMITS } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import { networkOf } from '#servers/lib/network.ts'
import { overloadProblem } from '#servers/lib/overload.ts'
import { createRateCounters, type RateLimit } from '#servers/lib/rate-counters.ts'

/** Limits for each class of calls: too high for a person to reach, too low for a script. */
export const RATE_LIMITS = {
  /** Passwords tried, accounts created, mail links opened: a person needs some seconds for each. */
  'sign-in': { points: 10, seconds: 60, of: 'address' },
  /**
   * Wrong passwords of one account, from any address: a person knows theirs by the fifth try, or
   * requests a reset.
   */
  account: { points: 5, seconds: 900, of: 'account' },
  /**
   * Emails to one address, whatever caused them. A person who waits for one asks twice, but a
   * script would fill the mailbox.
   */
  mail: { points: 5, seconds: 3600, of: 'recipient' },
  /**
   * Codes and refresh tokens exchanged: one an hour for each sign-in, and an office shares one
   * address.
   */
  token: { points: 60, seconds: 60, of: 'address' },
  /** Runs started, each of which costs money: nobody reads more than one a second. */
  spend: { ...CALL_LIMITS.spend, of: 'caller' },
  /** Codes redeemed, right or wrong: a person has one or two. */
  redeem: { points: 10, seconds: 600, of: 'caller' },
  /** Reads: a page makes about five calls, and a polling page one every five seconds. */
  read: { ...CALL_LIMITS.read, of: 'caller' },
  /** Writes: the parts of a large upload are the fastest that a page sends. */
  write: { ...CALL_LIMITS.write, of: 'caller' }
} as const satisfies Record<string, RateLimit>

type Table = Record<keyof typeof RATE_LIMITS, RateLimit>

/** A class of calls that a route can name. */
export type RateLimitName = Exclude<keyof typeof RATE_LIMITS, 'account' | 'mail'>

/** For a route with several actions: the limit of every call, and a second one for some actions. */
export type ActionLimit = { every: RateLimitName; action: Readonly<Record<string, RateLimitName>> }

/** A caller: identified by credential, else by user, else by address. */
export type Caller = { address: string; userId: string; credentialId: string | null }

/**
 * A caller's state in a class of calls: `remaining` of `limit` calls until `reset`, in
 * milliseconds.
 */
export type RateLimitState = { limit: number; remaining: number; reset: number }

/** The problem for a call over the limit. */
export class RateLimitProblem extends Problem {
  readonly standing: RateLimitState

  constructor(standing: RateLimitState) {
    const seconds = Math.max(1, Math.ceil(standing.reset / 1000))
    super('too_many_requests', {
      detail: `too many requests; try again in ${seconds} s`,
      retryAfter: seconds
    })
    this.standing = standing
  }
}

export type RateLimits = {
  /** @throws Problem `too_many_requests` while this process has more work than it can do */
  checkLoad(): void
  /**
   * Counts a call.
   * @returns null where nothing is limited
   * @throws RateLimitProblem; Problem `too_many_requests` for new work in an overloaded process
   */
  take(name: RateLimitName, caller: Caller): Promise<RateLimitState | null>
  /**
   * Tries an account's password, and counts wrong ones. `work` checks it, and throws `bad_request`
   * for a wrong one, without issues about anything else. The right one clears the count.
   * @throws Problem `too_many_requests` after too many wrong ones, even for the right one; errors
   *   of `work`
   */
  guess<T>(email: string, work: () => Promise<T>): Promise<T>
  /**
   * Counts a mail.
   * @returns false over the limit; the caller must not tell, as that would reveal the address
   */
  mayMail(to: string): Promise<boolean>
}

const UNLIMITED: RateLimits = {
  checkLoad: () => undefined,
  take: async () => null,
  guess: (_, work) => work(),
  mayMail: async () => true
}

/**
 * Creates limits in memory, or on a PostgreSQL database, where all processes share the counts.
 * While the database fails, each process counts alone. Windows use real time, not the injected
 * clock. Keys are hashes: neither memory nor database holds an address.
 * @param isOverloaded tells whether this process must not begin more work
 */
export function createRateLimits(
  { config, database, secrets }: Pick<BaseContext, 'config' | 'database' | 'secrets'>,
  table: Table = RATE_LIMITS,
  isOverloaded: () => boolean = () => false
): RateLimits {
  if (!config.rateLimits) return UNLIMITED
  const counters = createRateCounters(database, table)
  const secret = secrets.key('rate-limits')
  const keyOf = (kind: string, value: string): string =>
    createHmac('sha256', secret).update(`${kind}:${value}`).digest('base64url')
  const callerKey = ({ credentialId, userId, address }: Caller): string => {
    if (credentialId !== null) return keyOf('credential', credentialId)
    return userId === '' ? keyOf('address', networkOf(address)) : keyOf('person', userId)
  }
  const consume = async (name: keyof Table, key: string): Promise<RateLimitState> => {
    const { points: limit } = table[name]
    const counted = await counters[name]
      .consume(key)
      .catch((thrown: unknown) => refuse(thrown, limit))
    return { limit, remaining: counted.remainingPoints, reset: counted.msBeforeNext }
  }
  const checkLoad = (): void => {
    if (isOverloaded()) throw overloadProblem()
  }
  return {
    checkLoad,
    async take(name, caller) {
      if (name === 'spend') checkLoad()
      return consume(
        name,
        table[name].of === 'address'
          ? keyOf('address', networkOf(caller.address))
          : callerKey(caller)
      )
    },
    async guess(email, work) {
      const key = keyOf('account', email.trim().toLowerCase())
      // Count before checking: of many parallel guesses, only the allowed number is checked.
      await consume('account', key)
      try {
        const answer = await work()
        await counters.account.delete(key)
        return answer
      } catch (error) {
        if (!isWrongPassword(error)) await counters.account.reward(key)
        throw error
      }
    },
    async mayMail(to) {
      try {
        await counters.mail.consume(keyOf('recipient', to.trim().toLowerCase()))
        return true
      } catch (thrown) {
        if (thrown instanceof RateLimiterRes) return false
        throw thrown
      }
    }
  }
}

function isWrongPassword(thrown: unknown): boolean {
  return (
    thrown instanceof Problem &&
    thrown.code === 'bad_request' &&
    thrown.issues.every(({ code }) => code === 'wrong_password')
  )
}

/** @throws RateLimitProblem when the count is over the limit; any other error unchanged */
function refuse(thrown: unknown, limit: number): never {
  if (!(thrown instanceof RateLimiterRes)) throw thrown
  throw new RateLimitProblem({ limit, remaining: 0, reset: thrown.msBeforeNext })
}

/**
 * Formats a caller's limits as headers that OpenAI clients understand.
 * @param standings one for each class that the call counted in; the headers show the one with the
 *   fewest calls left
 */
export function rateLimitHeaders(
  standings: readonly (RateLimitState | null)[]
): Record<string, string> {
  const [tightest] = standings
    .filter(standing => standing !== null)
    .toSorted((a, b) => a.remaining - b.remaining)
  if (tightest === undefined) return {}
  return {
    'x-ratelimit-limit-requests': String(tightest.limit),
    'x-ratelimit-remaining-requests': String(tightest.remaining),
    'x-ratelimit-reset-requests': `${Math.max(0, Math.ceil(tightest.reset / 1000))}s`
  }
}
