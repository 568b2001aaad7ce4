import { TIMEOUT, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { getDomain } from 'tldts'
import { systemClock, type Clock } from '#core/clock.ts'
import { createKeyedLimiter } from '#servers/lib/lanes.ts'

/** Looks up all addresses of a name, like `lookup` of `node:dns`. */
export type DnsLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
) => void

type ResolverOptions = {
  /** `address:port` of DNS servers; the system's by default. */
  servers?: readonly string[]
  /** Milliseconds in which a lookup must finish. */
  deadline?: number
  /** The hosts file, whose names need no DNS server. */
  hostsFile?: string
  clock?: Pick<Clock, 'now'>
}

type Found = { addresses: LookupAddress[]; /** Seconds that the answer is valid. */ ttl: number }
type Kept = { until: number; found: Promise<LookupAddress[]> }

const DEADLINE = 5000
/** Milliseconds before a query to a server is repeated. */
const FIRST_TRY = 1500
/** Milliseconds that the first addresses wait for those of the other family. */
const OTHER_FAMILY = 200
/**
 * Names under one domain that are queried at a time, and that may wait. A silent domain delays only
 * itself.
 */
const PER_DOMAIN = { running: 4, waiting: 100 }
/** Names queried at a time in total; each uses a socket. */
const IN_ALL = 500
const MOST_KEPT = 1000
/**
 * Milliseconds for which an answer is cached at most (`LONGEST`), and for which a failure is
 * cached.
 */
const [LONGEST, FAILURE] = [60_000, 5000]

const HOSTS =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts'
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 }
]

/**
 * Creates a DNS lookup for addresses that callers supply. `lookup` of `node:dns` shares a small
 * thread pool: a few names without an answer would delay every other connection of the process.
 * This one uses a socket per name.
 */
export function createDnsLookup({
  servers,
  deadline = DEADLINE,
  hostsFile = HOSTS,
  clock = systemClock
}: ResolverOptions = {}): DnsLookup {
  const kept = new Map<string, Kept>()
  const lanes = createKeyedLimiter(PER_DOMAIN)
  let asking = 0

  async function find(name: string): Promise<Found> {
    const listed = await hostsOf(hostsFile, name)
    if (listed.length > 0) return { addresses: listed, ttl: Infinity }
    const until = AbortSignal.timeout(deadline)
    try {
      return await lanes.take(getDomain(name) ?? name, until, () => ask(name, until))
    } catch (error) {
      throw until.aborted
        ? Object.assign(new Error(`no DNS server answered for ${name}`), { code: TIMEOUT })
        : error
    }
  }

  async function ask(name: string, until: AbortSignal): Promise<Found> {
    if (asking >= IN_ALL) throw new Error('busy')
    asking++
    try {
      return await askServers(name, servers, until)
    } finally {
      asking--
    }
  }

  function keep(name: string): Promise<LookupAddress[]> {
    const asked = find(name)
    const entry: Kept = { until: Infinity, found: asked.then(({ addresses }) => addresses) }
    kept.set(name, entry)
    asked.then(
      ({ ttl }) => (entry.until = clock.now() + Math.min(ttl * 1000, LONGEST)),
      () => (entry.until = clock.now() + FAILURE)
    )
    if (kept.size > MOST_KEPT) kept.delete([...kept.keys()][0] ?? '')
    return entry.found
  }

  return (hostname, { family }, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = kept.get(name)
    const found = isLoopbackName(name)
      ? Promise.resolve(LOOPBACK)
      : known !== undefined && known.until > clock.now()
        ? known.found
        : keep(name)
    answer(found, family, callback)
  }
}

/** Calls back with the addresses of the wanted family: 4, 6 or any. */
function answer(
  found: Promise<LookupAddress[]>,
  family: LookupAllOptions['family'],
  callback: Parameters<DnsLookup>[2]
): void {
  const isWanted = (each: LookupAddress): boolean =>
    (family !== 4 && family !== 6) || each.family === family
  found.then(
    all => callback(null, all.filter(isWanted)),
    (error: NodeJS.ErrnoException) => callback(error, [])
  )
}

/**
 * Queries both address families in parallel. If servers never answer for one, the other suffices.
 */
async function askServers(
  name: string,
  servers: readonly string[] | undefined,
  until: AbortSignal
): Promise<Found> {
  const resolver = new Resolver({ timeout: FIRST_TRY, tries: 3 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  until.addEventListener('abort', cancel)
  try {
    return await bothFamilies(
      resolver.resolve4(name, { ttl: true }).then(found => answerOf(found, 4)),
      resolver.resolve6(name, { ttl: true }).then(found => answerOf(found, 6))
    )
  } finally {
    until.removeEventListener('abort', cancel)
    cancel()
  }
}

async function bothFamilies(four: Promise<Found>, six: Promise<Found>): Promise<Found> {
  // This waits for the first family that answers. If both fail, the error for IPv4 is thrown.
  const first = await Promise.any([four, six]).catch(() => four)
  const soon = new Promise<null>(resolve => setTimeout(resolve, OTHER_FAMILY, null).unref())
  const answers = await Promise.all(
    [four, six].map(each => Promise.race([each.catch(() => null), soon]))
  )
  const found = answers.filter(each => each !== null)
  return found.length === 0
    ? first
    : {
        addresses: found.flatMap(each => each.addresses),
        ttl: Math.min(...found.map(each => each.ttl))
      }
}

function answerOf(found: readonly { address: string; ttl: number }[], family: 4 | 6): Found {
  return {
    addresses: found.map(({ address }) => ({ address, family })),
    ttl: Math.min(...found.map(each => each.ttl))
  }
}

/**
 * Recognizes loopback names. They are never sent to a DNS server, which could return any address
 * (RFC 6761, 6.3).
 */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

/** Reads the addresses of a name from the hosts file; none where the file is missing. */
async function hostsOf(file: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(name) ? [{ address, family: isIPv6(address) ? 6 : 4 }] : []
  })
}
