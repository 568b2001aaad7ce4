import type { CheckName } from '#core/doctor-checks.ts'
import type { Config } from '#servers/config.ts'
import type { DiskRoom } from '#servers/lib/disk-room.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { DnsLookup } from '#servers/lib/resolver.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** One result of a check. `advice` is empty unless something is to be done. */
export type Finding = {
  check: CheckName
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  says: string
  advice: string
}

/** Ways to look outside; tests replace any of them. */
export type DoctorMeans = {
  fetch: Fetch
  lookup: DnsLookup
  /** The time in unix milliseconds. */
  now(): number
  measureDisk(folder: string): Promise<DiskRoom>
  /** Milliseconds from which the simplest query of the database counts as slow. */
  slowQuery: number
}

export type DoctorNeeds = DoctorMeans & {
  config: Config
  /** Null before the first start, which makes the secret. */
  secrets: Secrets | null
  /** Origins that an earlier check found broken, so that later ones do not repeat it. */
  broken: Set<string>
  /** Differences of other clocks from ours in milliseconds, by the name of the other one. */
  clocks: Map<string, number>
}

export type DoctorCheck = (needs: DoctorNeeds) => Promise<Finding[]>

type Builders = {
  ok(says: string): Finding
  skipped(says: string): Finding
  warning(says: string, advice: string): Finding
  failed(says: string, advice: string): Finding
}

/** Returns functions that build the findings of one check. */
export function createFindings(check: CheckName): Builders {
  return {
    ok: says => ({ check, state: 'ok', says, advice: '' }),
    skipped: says => ({ check, state: 'skipped', says, advice: '' }),
    warning: (says, advice) => ({ check, state: 'warning', says, advice }),
    failed: (says, advice) => ({ check, state: 'failed', says, advice })
  }
}

/** Returns the reason of an error: its code where it has one, since messages may be empty. */
export function describeError(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    if (typeof code === 'string' && code !== '') return code
  }
  return error instanceof Error ? error.message || error.name : String(error)
}

/** A public address, and the variable that sets it. */
export type PublicAddress = { variable: string; origin: string }

/** Lists every public address of a configuration once. */
export function listAddresses({ hosts, testHosts, allowedOrigins }: Config): PublicAddress[] {
  const named = (part: Config['hosts'], suffix: string): PublicAddress[] =>
    Object.entries(part).flatMap(([name, origin]) =>
      origin === null ? [] : [{ variable: `${name.toUpperCase()}${suffix}`, origin }]
    )
  const all = [
    ...named(hosts, '_URL'),
    ...named(testHosts, '_TEST_URL'),
    ...allowedOrigins.map(origin => ({ variable: 'ALLOWED_ORIGINS', origin }))
  ]
  return all.filter(({ origin }, index) => all.findIndex(each => each.origin === origin) === index)
}
