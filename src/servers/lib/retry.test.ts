import { expect, test, vi } from 'vitest'
import { nextAttemptTime } from '#servers/lib/retry.ts'

const HOUR = 3_600_000
const PAUSES = { first: 60_000, longest: HOUR }

test.each([0, 0.5, 0.999])(
  'pauses double up to the longest one, and the last try is at `giveUpAt` (chance %d)',
  chance => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const share = 0.75 + chance / 2
    const tries = [0]
    for (;;) {
      const next = nextAttemptTime(
        { attempts: tries.length, now: tries.at(-1) ?? 0, giveUpAt: 24 * HOUR },
        PAUSES
      )
      if (next === null) break
      tries.push(next)
    }
    const gaps = tries.slice(1).map((time, index) => time - (tries[index] ?? 0))
    expect(gaps.slice(0, 3)).toEqual([1, 2, 4].map(minutes => Math.round(minutes * 60_000 * share)))
    expect(Math.max(...gaps)).toBe(Math.round(HOUR * share))
    expect(tries.at(-1)).toBe(24 * HOUR)
  }
)

test('after a try at `giveUpAt` there is no further one', () => {
  expect(nextAttemptTime({ attempts: 3, now: 5, giveUpAt: 5 }, PAUSES)).toBeNull()
})
