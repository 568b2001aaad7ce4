import { VENDORS } from '#catalog/vendors.server.ts'
import type { Service } from '#core/service.ts'
import type { MediaWorkers } from '#media/media-workers.ts'
import { falTransport } from '#providers/fal.ts'
import { geminiTransport } from '#providers/gemini.ts'
import { upstreamMedia } from '#providers/upstream.ts'
import { vendorMedia } from '#providers/vendor-media.ts'
import type { OpenEyes } from '#providers/vendor-inputs.ts'
import type { Inputs } from '#servers/api/services/inputs.ts'
import { createKeyRing } from '#servers/api/services/key-ring.ts'
import { serves, vendorsFor, type Vendor } from '#servers/api/services/vendors.ts'
import type { MediaVendorName } from '#servers/config-providers.ts'
import type { Config } from '#servers/config.ts'
import type { Context } from '#servers/lib/context.ts'
import type { KeptService } from '#servers/lib/own-services.ts'

/** Returns a function that names the vendors that can do an action now. */
export function vendorsOf(
  context: Pick<Context, 'config' | 'keys' | 'clock' | 'log'>
): (service: Service, verb: string, kept?: KeptService) => string[] {
  return (service, verb, kept) => {
    const all = configuredVendors(context)
    return (kept === undefined ? all : vendorsFor(all, kept, context.clock)).flatMap(vendor =>
      serves(vendor, service, verb) ? [vendor.name] : []
    )
  }
}

type Looking = { workers: MediaWorkers; inputs: Pick<Inputs, 'read'> }

type Making = Pick<Vendor, 'does' | 'media' | 'inline' | 'own'>

/** The protocol of each vendor, and what it does. */
function makings(
  { mediaModels }: Pick<Config, 'mediaModels'>,
  openEyes?: OpenEyes
): Partial<Record<MediaVendorName, Making>> {
  const gemini = geminiTransport(mediaModels)
  return {
    upstream: { does: null, media: upstreamMedia },
    fal: {
      does: VENDORS.fal,
      media: ({ id }) => vendorMedia(VENDORS.fal[id] ?? {}, falTransport, openEyes),
      own: { source: 'fal', media: does => vendorMedia(does, falTransport, openEyes) }
    },
    gemini: {
      does: VENDORS.gemini,
      media: ({ id }) => vendorMedia(VENDORS.gemini[id] ?? {}, gemini),
      inline: true
    }
  }
}

/** QR codes are read in a worker thread, since it takes over half a second when there is none. */
function eyesOf({ workers, inputs }: Looking): OpenEyes {
  return signal => ({
    read: (address, most) => inputs.read(address, signal, most),
    readCode: bytes => workers.run('readCode', { bytes }, signal)
  })
}

/**
 * Returns all vendors in the order in which they are tried. Those without a key serve nothing.
 * @param looking reviews the outputs; without it nothing is reviewed
 */
export function configuredVendors(
  { config, keys, clock, log }: Pick<Context, 'config' | 'keys' | 'clock' | 'log'>,
  looking?: Looking
): Vendor[] {
  const all = makings(config, looking && eyesOf(looking))
  return config.mediaOrder.flatMap(name => {
    const making = all[name]
    if (making === undefined) return []
    const baseURL = (apiKey: string): string =>
      keys.of(name).find(account => account.apiKey === apiKey)?.baseURL ?? ''
    const ring = createKeyRing(
      { now: () => keys.of(name).map(({ apiKey }) => apiKey), refresh: keys.refresh },
      clock,
      ({ code, detail, cause }, key) =>
        log.warn(
          { vendor: name, last4: key.slice(-4), code, detail, err: cause },
          'a key was refused, another one is tried'
        ),
      keys.rests
    )
    return [{ name, baseURL, keys: ring, ...making }]
  })
}
