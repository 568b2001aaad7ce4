import { IDEMPOTENCY_KEY_MS } from '#servers/lib/idempotency.ts'
import type { KeyedAnswer } from '../key-history.ts'
import type { Answer, Ask } from './world.ts'

/**
 * A call as its caller saw it. `marker` is a word that occurs in nothing else, by which its work is
 * found in the database; empty for calls that write nothing of their caller.
 */
export type Call = Ask & {
  marker: string
  makes: 'task' | 'answer' | 'order' | 'redemption' | 'nothing'
  /** When the first call with its key was made, in unix milliseconds. */
  at: number
  /** Undefined as long as it is on its way; null when the process died before it answered. */
  answer: Answer | undefined
}

/** Milliseconds for which keys are surely kept: they live a day, and a clock may be set back. */
const KEYS_LIVE = IDEMPOTENCY_KEY_MS - 2 * 3_600_000

/** All calls of one simulation. */
export class History {
  readonly calls: Call[] = []
  /** Ids of tasks that their owner deleted, or tried to. */
  readonly removed = new Set<string>()

  /** How many calls there were when the last person learned of leaving; null before. */
  leftAt: number | null = null

  /** Latest time that the clock has shown, in unix milliseconds. It may have been set back since. */
  latest = 0

  /** Returns calls that may be repeated: they have a key, which is still known. */
  get repeatable(): Call[] {
    return this.calls.filter(({ key, at }) => key !== undefined && this.latest - at < KEYS_LIVE)
  }

  get flying(): number {
    return this.calls.filter(({ answer }) => answer === undefined).length
  }

  add(call: Omit<Call, 'answer'>, answer: Promise<Answer>): Call {
    const made: Call = { ...call, answer: undefined }
    this.calls.push(made)
    void answer.then(given => {
      made.answer = given
    })
    return made
  }
}

/** Tells whether the caller was told that the call has worked. */
export function isAcknowledged(
  call: Call
): call is Call & { answer: { status: number; text: string } } {
  return call.answer?.status === 200
}

/** Returns what callers were told by each key of a person. */
export function answersByKey(calls: readonly Call[]): KeyedAnswer[] {
  return calls
    .filter(isAcknowledged)
    .flatMap(({ key, person, path, answer }) =>
      key === undefined ? [] : [{ key: `${person.userId} ${path} ${key}`, text: answer.text }]
    )
}
