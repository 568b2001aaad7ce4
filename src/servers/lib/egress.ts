import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { Agent, fetch as undiciFetch } from 'undici'
import { Problem } from '#core/problem.ts'
import { createDnsLookup, type DnsLookup } from '#servers/lib/resolver.ts'

const MAX_HOPS = 3

/** Milliseconds in which a server must answer {@link readCertificate} and {@link askToUpload}. */
const PATIENCE = 15_000

/** The type of `fetch` that our code and its libraries use. */
export type Fetch = typeof globalThis.fetch

/**
 * Fetches addresses that the operator configured: vendors, payment, mail. All other outbound
 * requests use `egress`.
 */
export const operatorFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/**
 * Returns a fetch for public addresses only. It is for servers whose address comes from a document,
 * such as a schema.
 * @param trustedHosts see {@link egress}
 */
export function publicFetch(trustedHosts: readonly string[]): Fetch {
  return (input, { method, headers, body, signal } = {}) =>
    egress(input instanceof Request ? input.url : String(input), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal != null && { signal }),
      trustedHosts
    })
}

type EgressOptions = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
  /** Hosts (`name:port`) that a test or an operator exempts from the address check. */
  trustedHosts?: readonly string[]
  /** The DNS lookup; by default the process's own resolver. */
  lookup?: DnsLookup
}

/**
 * Fetches an address from a user or a vendor. Only http and https are allowed, without user name
 * and password, and only public addresses. It checks literal addresses at every redirect, and DNS
 * answers when connecting, so that a second lookup cannot return another address.
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
      // Headers may hold a key for the given address, so they never follow a redirect to another
      // origin.
      headers: url.origin === new URL(address).origin ? (options.headers ?? {}) : {},
      body: options.body ?? null,
      signal: options.signal ?? null,
      ...(!trusted && { dispatcher: guardedAgent(options.lookup ?? outsideLookup) })
    }).catch((error: unknown) => {
      throw refusedCause(error) ?? error
    })
    const location = response.headers.get('location')
    // undici's Response is Node's global one, declared a second time.
    if (response.status < 300 || response.status > 399 || location === null)
      return response as unknown as Response
    await response.body?.cancel()
    // A POST body is meant for the given address only.
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
  if (!trustedHosts.includes(url.host) && ipaddr.isValid(host) && !isPublicAddress(host))
    throw refused('not a public address')
  return url
}

/**
 * True when this IP address is publicly reachable. IPv4 inside IPv6 counts as the address it maps
 * to.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  // The library counts ::/96 as "unicast", although it is the deprecated form of IPv4 in IPv6.
  const compatible =
    parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every(part => part === 0)
  return !compatible && parsed.range() === 'unicast'
}

/** One resolver for the whole process, whose cache and limits all requests share. */
const outsideLookup = createDnsLookup()

const agents = new WeakMap<DnsLookup, Agent>()

/**
 * Creates an agent that connects only to the addresses that this lookup returned, and only if all
 * of them are public.
 */
function guardedAgent(lookup: DnsLookup): Agent {
  const agent =
    agents.get(lookup) ?? new Agent({ connect: { lookup: guarded(lookup), timeout: 10_000 } })
  agents.set(lookup, agent)
  return agent
}

function guarded(lookup: DnsLookup): LookupFunction {
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
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof Problem) return each
  return null
}

/** A certificate, and the reason why it is not trusted; null if it is. */
export type SeenCertificate = { certificate: PeerCertificate; refusal: string | null }

/**
 * Reads the certificate of an address that the operator configured, also one that is not trusted.
 * @param origin `https://host[:port]`
 * @throws Error when no server answers with TLS
 */
export function readCertificate(origin: string, lookup: DnsLookup): Promise<SeenCertificate> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      ...(ipaddr.isValid(bare(hostname)) ? {} : { servername: hostname }),
      host: bare(hostname),
      port: Number(port) || 443,
      lookup: plainLookup(lookup),
      rejectUnauthorized: false,
      timeout: PATIENCE
    })
    socket.once('secureConnect', () => {
      const error = socket.authorizationError as unknown
      const refusal = socket.authorized ? null : error instanceof Error ? error.message : `${error}`
      resolve({ certificate: socket.getPeerCertificate(), refusal })
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}

/**
 * Asks an address that the operator configured whether it takes an upload, without sending one.
 * @param bytes size of the upload
 * @returns 100 if it would take it, or the status with which it refuses
 */
export function askToUpload(address: string, bytes: number, lookup: DnsLookup): Promise<number> {
  const send = address.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const headers = { expect: '100-continue', 'content-length': bytes }
    const call = send(address, {
      method: 'POST',
      headers,
      lookup: plainLookup(lookup),
      timeout: PATIENCE
    })
    const end = (status: number): void => {
      resolve(status)
      call.destroy()
    }
    call.once('continue', () => end(100))
    call.once('response', ({ statusCode = 0 }) => end(statusCode))
    call.once('timeout', () => call.destroy(new Error('no answer')))
    call.once('error', reject)
    call.flushHeaders()
  })
}

/** Adapts our lookup to that of Node's sockets. */
function plainLookup(lookup: DnsLookup): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses
      if (error || first === undefined) callback(error ?? new Error('no address'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
