import type { Fetch } from '#servers/lib/egress.ts'
import {
  createFindings,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, warning } = createFindings('clock')

/** Milliseconds by which the clock may be wrong. Signed requests and codes allow for more. */
const TOLERANCE = 30_000

/**
 * Compares our clock with those that the other checks saw. It runs last.
 */
export function checkClock({ clocks }: DoctorNeeds): Promise<Finding[]> {
  const [nearest] = [...clocks].toSorted((a, b) => Math.abs(a[1]) - Math.abs(b[1]))
  if (nearest === undefined)
    return Promise.resolve([skipped('No other server could be asked for the time.')])
  const [name, difference] = nearest
  const seconds = Math.round(Math.abs(difference) / 1000)
  return Promise.resolve([
    seconds * 1000 <= TOLERANCE
      ? ok(`The clock agrees with ${name}.`)
      : warning(
          `The clock of this machine is ${seconds} seconds ${difference < 0 ? 'ahead of' : 'behind'} ${name}.`,
          'Let the machine set its clock: `timedatectl set-ntp true`.'
        )
  ])
}

/**
 * Wraps a fetch so that it notes the clock of each server that answers.
 * @param own hosts of this machine, whose clock is ours
 */
export function noteClocks(
  fetch: Fetch,
  clocks: DoctorNeeds['clocks'],
  now: () => number,
  own: ReadonlySet<string>
): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { host } = new URL(input instanceof Request ? input.url : String(input))
    const date = Date.parse(response.headers.get('date') ?? '')
    // A cache answers with the date of the stored answer, and its age in seconds.
    const age = Number(response.headers.get('age') ?? 0) * 1000
    if (!Number.isNaN(date) && !own.has(host)) clocks.set(host, date + age - now())
    return response
  }
}
