import { createHmac } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { CALL_LIMITS } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import type { Base } from '#servers/lib/base.ts'
import { networkOf } from '#servers/lib/network.ts'
import { countersFor, type Limit } from '#servers/lib/rate-counters.ts'

/** What each class of call is limited to: so much that a person never meets it, so little that a script does. */
export const LIMITS = {
  /** Passwords tried, accounts made, mail links opened: a person needs some seconds for each. */
  'sign-in': { points: 10, seconds: 60, of: 'address' },
  /** Wrong passwords of one account, from wherever they come: a person knows theirs by the fifth, or has a new one sent. */
  account: { points: 5, seconds: 900, of: 'account' },
  /** Mails to one address, whoever asks for them: a person who waits for one asks twice, a script has somebody's mailbox filled. */
  mail: { points: 5, seconds: 3600, of: 'recipient' },
  /** Codes and refresh tokens exchanged: once an hour a sign-in, and an office behind one address has many. */
  token: { points: 60, seconds: 60, of: 'address' },
  /** Runs begun, each of which costs money: one a second is more than anyone reads. */
  spend: { ...CALL_LIMITS.spend, of: 'caller' },
  /** Codes redeemed, right or wrong: a person has one or two. */
  redeem: { points: 10, seconds: 600, of: 'caller' },
  /** Looking: a page makes some five calls, an open page that polls one in five seconds. */
  read: { ...CALL_LIMITS.read, of: 'caller' },
  /** Changing: the parts of a large upload are the fastest that a page does it. */
  write: { ...CALL_LIMITS.write, of: 'caller' }
} as const satisfies Record<string, Limit>

type Table = Record<keyof typeof LIMITS, Limit>

/** A class of calls that a route can name. */
export type LimitName = Exclude<keyof typeof LIMITS, 'account' | 'mail'>

/** For a route with several actions: what every call counts as, and what a call with one of these counts as beside. */
export type ActionLimit = { every: LimitName; action: Readonly<Record<string, LimitName>> }

/** Who calls: by credential, else by person, else by address. */
export type Caller = { address: string; userId: string; credentialId: string | null }

/** How a caller stands with a class of calls after one: so many of `limit` are left until `reset`, in milliseconds. */
export type Standing = { limit: number; remaining: number; reset: number }

/** One call too many. */
export class TooManyCalls extends Problem {
  readonly standing: Standing

  constructor(standing: Standing) {
    const seconds = Math.max(1, Math.ceil(standing.reset / 1000))
    super('too_many_requests', { detail: `too many requests; try again in ${seconds} s`, retryAfter: seconds })
    this.standing = standing
  }
}

export type Limits = {
  /** Counts a call. @returns null where nothing is limited @throws TooManyCalls */
  take(name: LimitName, caller: Caller): Promise<Standing | null>
  /**
   * Tries an account's password: `work` fails with `bad_request` for a wrong one, which counts, unless its issues name
   * something else; a right one clears the count.
   * @throws Problem `too_many_requests` after too many wrong ones, the right one then too; what `work` throws
   */
  guess<T>(email: string, work: () => Promise<T>): Promise<T>
  /** Counts a mail. @returns false for one too many, of which nobody is told: it would tell whose address it is */
  mayMail(to: string): Promise<boolean>
}

const UNLIMITED: Limits = { take: async () => null, guess: (_, work) => work(), mayMail: async () => true }

/**
 * Limits in memory, or counted together by all processes on a PostgreSQL database; while that fails, each for itself.
 * Windows are of real time. Keys are hashes: neither memory nor database holds an address.
 */
export function createLimits({ config, database, secrets }: Pick<Base, 'config' | 'database' | 'secrets'>, table: Table = LIMITS): Limits {
  if (!config.rateLimits) return UNLIMITED
  const counters = countersFor(database, table)
  const secret = secrets.key('rate-limits')
  const keyOf = (kind: string, value: string): string => createHmac('sha256', secret).update(`${kind}:${value}`).digest('base64url')
  const callerKey = ({ credentialId, userId, address }: Caller): string => {
    if (credentialId !== null) return keyOf('credential', credentialId)
    return userId === '' ? keyOf('address', networkOf(address)) : keyOf('person', userId)
  }
  const consume = async (name: keyof Table, key: string): Promise<Standing> => {
    const { points: limit } = table[name]
    const counted = await counters[name].consume(key).catch((thrown: unknown) => refuse(thrown, limit))
    return { limit, remaining: counted.remainingPoints, reset: counted.msBeforeNext }
  }
  return {
    async take(name, caller) {
      return consume(name, table[name].of === 'address' ? keyOf('address', networkOf(caller.address)) : callerKey(caller))
    },
    async guess(email, work) {
      const key = keyOf('account', email.trim().toLowerCase())
      // Counted before it is known to be wrong: of many guesses at once only so many are looked at.
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
  return thrown instanceof Problem && thrown.code === 'bad_request' && thrown.issues.every(({ code }) => code === 'wrong_password')
}

/** @throws TooManyCalls for a count that is over; anything else as it is */
function refuse(thrown: unknown, limit: number): never {
  if (!(thrown instanceof RateLimiterRes)) throw thrown
  throw new TooManyCalls({ limit, remaining: 0, reset: thrown.msBeforeNext })
}

/**
 * How it stands with a caller, as clients of OpenAI's form read it.
 * @param standings of each class that the call counted as: the one with the fewest left is told
 */
export function limitHeaders(standings: readonly (Standing | null)[]): Record<string, string> {
  const [tightest] = standings.filter(standing => standing !== null).toSorted((a, b) => a.remaining - b.remaining)
  if (tightest === undefined) return {}
  return {
    'x-ratelimit-limit-requests': String(tightest.limit),
    'x-ratelimit-remaining-requests': String(tightest.remaining),
    'x-ratelimit-reset-requests': `${Math.max(0, Math.ceil(tightest.reset / 1000))}s`
  }
}
