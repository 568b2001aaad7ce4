import { readFileSync } from 'node:fs'
import { z } from '@hono/zod-openapi'
import { findService } from '#catalog/index.ts'
import { PACKAGES, type PackageEntry } from '#catalog/packages.ts'
import { dollarAmount } from '#contract/price.ts'
import { ConfigError } from '#servers/config.ts'

/** The keys that an entry may have. Any other key is treated as a typing error. */
const entry = z.strictObject({
  service_id: z.string().default(''),
  type: z.enum(['Usage', 'Period']),
  title: z.string().max(100).default(''),
  amount: z.number().min(0.000001).max(1_000_000),
  price: dollarAmount,
  duration: z.number().int().min(0).max(3_153_600_000).default(0)
})

/** The end of the error sentence for each field: what the field must be. */
const MUST: Record<string, string> = {
  service_id: 'the id or the name of a service, or left out for global applications',
  type: '"Usage" or "Period"',
  title: 'a text of at most 100 characters',
  amount: 'a number of credits from 0.000001 to 1000000',
  price: 'a number of US dollars from 0 to 1000000, in whole cents',
  duration: 'a whole number of seconds'
}

/**
 * Reads the packages with which a deployment starts: the default ones, or those of `PACKAGES_FILE`.
 * @throws ConfigError naming every problem of the file
 */
export function readPackages(file: string | null): readonly PackageEntry[] {
  if (file === null) return PACKAGES
  const { entries, problems } = parsePackages(readFile(file))
  if (problems.length > 0)
    throw new ConfigError(problems.map(problem => `PACKAGES_FILE ${file}: ${problem}`))
  return entries
}

function readFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new ConfigError([`PACKAGES_FILE ${file} ${why}: ${(error as Error).message}`])
  }
}

/** Parses the entries of a package file. Each problem is one sentence. */
export function parsePackages(value: unknown): { entries: PackageEntry[]; problems: string[] } {
  if (!Array.isArray(value))
    return {
      entries: [],
      problems: ['must be a list like [{"type":"Usage","amount":10,"price":1.5}]']
    }
  const problems: string[] = []
  const seen = new Map<string, number>()
  const entries = value.flatMap((each: unknown, index) => {
    const place = `entry ${index + 1}`
    const { data, error } = entry.safeParse(each)
    if (data === undefined) {
      problems.push(...(error?.issues ?? []).map(issue => `${place}: ${sentenceFor(issue)}`))
      return []
    }
    const service = data.service_id === '' ? undefined : findService(data.service_id)
    if (data.service_id !== '' && service === undefined)
      problems.push(`${place}: service_id "${data.service_id}" is no service`)
    if (data.type === 'Period' && data.duration === 0)
      problems.push(`${place}: a Period needs a duration, in seconds`)
    if (data.type === 'Usage' && data.duration !== 0)
      problems.push(`${place}: Usage has no duration`)
    const own = { ...data, service_id: service?.serviceId ?? '' }
    const before = seen.get(packageKey(own))
    if (before !== undefined) problems.push(`${place} sells the same as entry ${before}`)
    seen.set(packageKey(own), index + 1)
    return [own]
  })
  return { entries, problems }
}

/** Returns the identity of a package, which stays the same when its price or title changes. */
export function packageKey({ service_id, type, amount, duration }: PackageEntry): string {
  return `package:${service_id}:${type}:${amount}:${duration}`
}

function sentenceFor(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `knows no ${issue.keys.map(key => `"${key}"`).join(', ')}`
  const field = String(issue.path[0] ?? '')
  return field === '' ? 'must be an object' : `${field} must be ${MUST[field] ?? 'something else'}`
}
