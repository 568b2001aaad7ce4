import type { FieldValues } from '#core/condition.ts'
import type { Issue } from '#core/problem.ts'
import type { Json, MediaProvider, VendorConnection } from '#core/provider.ts'
import { ImmediateOutputs } from '#core/provider.ts'
import type { Clock } from '#core/clock.ts'
import { ownServiceVendor } from '#core/own-vendor.ts'
import type { OwnServiceSource } from '#core/own-service.ts'
import type { Service } from '#core/service.ts'
import { vendorRefusals, type VendorService } from '#core/vendor.ts'
import { postTransport } from '#providers/post.ts'
import { createVendorMedia } from '#providers/vendor-media.ts'
import { createKeyRing, type KeyRing } from '#servers/api/services/key-ring.ts'
import {
  readableEarlier,
  readableValues,
  type AddressConverter
} from '#servers/api/services/readable.ts'
import type { TaskProvider } from '#servers/api/tasks/kind.ts'
import type { StoredService } from '#servers/lib/own-services.ts'

/** A vendor, with the keys that this deployment has for it. */
export type Vendor = {
  name: string
  /** Returns the address at which an API key is used. */
  baseURL(apiKey: string): string
  keys: KeyRing
  /**
   * The actions of the vendor, by service; null if it does everything in the catalogue, in our own
   * format.
   */
  does: Readonly<Record<string, VendorService>> | null
  media(service: Service): MediaProvider
  /** Set if the vendor can also do actions that an operator's own service describes. */
  own?: { source: OwnServiceSource; media(does: VendorService): MediaProvider }
  /** The vendor reads no addresses: files are sent as bytes. */
  inline?: true
  /** Tells whether the vendor can read the file at an address, or at a path of ours. */
  reaches?(address: string): boolean
}

/** Tells whether a vendor does an action, with any key. */
export function knowsAction({ does }: Vendor, service: Service, verb: string): boolean {
  return does === null || does[service.id]?.[verb] !== undefined
}

/**
 * Returns the vendors that do an operator's own service, each with this service alone. A service
 * from an OpenAPI document is only done by the server of that document.
 */
export function ownServiceVendors(
  vendors: readonly Vendor[],
  { own, apiKey }: Pick<StoredService, 'own' | 'apiKey'>,
  clock: Clock
): Vendor[] {
  const action = ownServiceVendor(own)
  const does = { [own.id]: action }
  if (own.source === 'openapi') {
    const { host, origin } = new URL(own.endpoint)
    const keys = createKeyRing([apiKey], clock)
    const media = (): MediaProvider => createVendorMedia(action, postTransport)
    return [{ name: host, baseURL: () => origin, keys, does, media }]
  }
  return vendors.flatMap(vendor => {
    const { own: runs } = vendor
    return runs?.source === own.source ? [{ ...vendor, does, media: () => runs.media(action) }] : []
  })
}

/** Tells whether a vendor does an action and has a key. */
export function servesAction(vendor: Vendor, service: Service, verb: string): boolean {
  return !vendor.keys.isEmpty() && knowsAction(vendor, service, verb)
}

/**
 * Chooses the first vendor that can do a call.
 * @returns its name for the task, or why the first vendor with the action cannot do the call
 */
export function chosenVendor(
  vendors: readonly Vendor[],
  service: Service,
  verb: string,
  values: FieldValues
): string | readonly Issue[] {
  let reasons: readonly Issue[] | null = null
  for (const vendor of vendors.filter(each => servesAction(each, service, verb))) {
    const issues = issuesOf(vendor, service, verb, values)
    if (issues.length === 0) return `${vendor.name}/${service.id}`
    reasons ??= issues
  }
  return reasons ?? []
}

function issuesOf(
  { does, reaches = () => true }: Vendor,
  service: Service,
  verb: string,
  values: FieldValues
): Issue[] {
  const [action, vendor] = [service.actions?.[verb], does?.[service.id]?.[verb]]
  if (action === undefined || vendor === undefined) return []
  const unread = (vendor.links ?? []).filter(name =>
    [values[name] ?? []].flat().some(address => !reaches(String(address)))
  )
  return [
    ...vendorRefusals(action, vendor, values),
    ...unread.map(field => ({ field, code: 'unreachable' }))
  ]
}

type Reference = { key: string; job: Json }

/** A way to call vendors, and one to make files readable for them. */
type Reach = { fetch: VendorConnection['fetch']; readable: AddressConverter }

/**
 * Returns a vendor's service for the task engine. Any key that works hands a task over, and the
 * same key polls it.
 */
export function vendorProvider(
  { baseURL, keys, does, media: open, inline }: Vendor,
  service: Service,
  reach: Reach
): TaskProvider {
  const media = open(service)
  const { fetch } = reach
  const readable: AddressConverter = (address, most, signal) =>
    reach.readable(address, most, signal, inline)
  const reached = (upstream: VendorConnection, apiKey: string): VendorConnection => ({
    ...upstream,
    baseURL: baseURL(apiKey),
    apiKey
  })
  const withKey = (upstream: VendorConnection, id: string): VendorConnection =>
    reached(upstream, keys.keyOf(id))
  return {
    upstream: { fetch, baseURL: '', apiKey: '' },
    media: {
      async submit(submission, upstream) {
        const fields = service.actions?.[submission.action]?.fields ?? {}
        const values = await readableValues(fields, submission.values, upstream.signal, readable)
        const reads = does?.[service.id]?.[submission.action]?.reads
        const earlier = await readableEarlier(reads, submission.earlier, upstream.signal, readable)
        return keys.attempt(async apiKey => {
          const job = await media.submit(
            { ...submission, values, earlier },
            reached(upstream, apiKey)
          )
          return job instanceof ImmediateOutputs ? job : { key: keys.idOf(apiKey), job }
        })
      },
      async poll(reference, upstream) {
        const { key, job } = reference as Reference
        const polled = await media.poll(job, withKey(upstream, key))
        if (polled.status !== 'pending' || polled.reference === undefined) return polled
        return { ...polled, reference: { key, job: polled.reference } }
      },
      async cancel(reference, upstream) {
        const { key, job } = reference as Reference
        return (await media.cancel?.(job, withKey(upstream, key))) ?? false
      },
      ...(media.interrupt && {
        interrupt: (runId: string, upstream: VendorConnection) =>
          keys.attempt(async key => media.interrupt?.(runId, reached(upstream, key)) ?? false)
      })
    }
  }
}
