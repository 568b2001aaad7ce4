import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch as undiciFetch } from 'undici'
import { Problem } from '#core/problem.ts'
import { createLookup, type Lookup } from '#servers/lib/resolver.ts'

const MAX_HOPS = 3

/** `fetch` as our code and the libraries we hand it to call it. */
export type Fetch = typeof globalThis.fetch

/** For addresses that the operator configured: providers, payment, mail. The only plain outbound fetch there is. */
export const operatorFetch: Fetch = (input, init) => globalThis.fetch(input, init)

export type EgressOptions = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Hosts (`name:port`) that a test or an operator exempts from the check of addresses. */
  trustedHosts?: readonly string[]
  /** DNS; the process's own resolver when not given. */
  lookup?: Lookup
}

/**
 * Fetches an address that came from outside. Only http and https, no credentials in it, only public addresses:
 * checked on every hop as a literal, and at connect time for what DNS answers, so that a second answer cannot differ.
 * @throws Problem `bad_request` when the address is refused
 */
export async function egress(address: string, options: EgressOptions = {}): Promise<Response> {
  let next = address
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const url = checkedUrl(next, options.trustedHosts ?? [])
    const trusted = options.trustedHosts?.includes(url.host) ?? false
    const response = await undiciFetch(url, {
      redirect: 'manual',
      method: options.method ?? 'GET',
      // They may hold a key: it is for the address they were given for, not for where that one leads.
      headers: url.origin === new URL(address).origin ? (options.headers ?? {}) : {},
      body: options.body ?? null,
      signal: options.signal ?? null,
      ...(!trusted && { dispatcher: guardedAgent(options.lookup ?? outsideLookup) })
    }).catch((error: unknown) => {
      throw refusedCause(error) ?? error
    })
    const location = response.headers.get('location')
    // undici's Response is the one Node exposes globally, declared a second time.
    if (response.status < 300 || response.status > 399 || location === null) return response as unknown as Response
    await response.body?.cancel()
    // A message is for the address it was given for, nobody else.
    if (options.method === 'POST') throw refused('it redirects')
    next = new URL(location, url).href
  }
  throw refused('too many redirects')
}

function checkedUrl(address: string, trustedHosts: readonly string[]): URL {
  if (!URL.canParse(address)) throw refused('not an address')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('only http and https')
  if (url.username !== '' || url.password !== '') throw refused('no user name in an address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!trustedHosts.includes(url.host) && ipaddr.isValid(host) && !isPublicAddress(host)) throw refused('not a public address')
  return url
}

/** Is this IP address reachable by everyone? IPv4 inside IPv6 counts as what it maps to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  // ::/96, IPv4 in the form that IPv6 gave up, is "unicast" to the library.
  const compatible = parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every(part => part === 0)
  return !compatible && parsed.range() === 'unicast'
}

/** One for the whole process, so that what it knows and its limits are shared. */
const outsideLookup = createLookup()

const agents = new WeakMap<Lookup, Agent>()

/** Connects to nothing but what DNS answered to this very question, and only if all of it is public. */
function guardedAgent(lookup: Lookup): Agent {
  const agent = agents.get(lookup) ?? new Agent({ connect: { lookup: guarded(lookup), timeout: 10_000 } })
  agents.set(lookup, agent)
  return agent
}

function guarded(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (first === undefined || addresses.some(each => !isPublicAddress(each.address))) {
        return callback(refused('not a public address'), '', 0)
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}

function refused(why: string): Problem {
  return new Problem('bad_request', { detail: `this address may not be fetched: ${why}` })
}

function refusedCause(error: unknown): Problem | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Problem) return each
  return null
}
