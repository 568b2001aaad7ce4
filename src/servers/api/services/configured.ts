import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { Service } from '#core/service.ts'
import type { ToolVendorName } from '#core/vendor-names.ts'
import type { MediaWorkers } from '#media/media-workers.ts'
import { a1111Transport } from '#providers/a1111.ts'
import { comfyuiTransport } from '#providers/comfyui.ts'
import { elevenlabsTransport } from '#providers/elevenlabs.ts'
import { falTransport } from '#providers/fal.ts'
import { geminiTransport } from '#providers/gemini.ts'
import { klingTransport } from '#providers/kling.ts'
import { lumaTransport } from '#providers/luma.ts'
import { minimaxTransport } from '#providers/minimax.ts'
import { openaiMedia } from '#providers/openai-media.ts'
import { replicateTransport } from '#providers/replicate.ts'
import { runwayTransport } from '#providers/runway.ts'
import { createUpstreamMedia } from '#providers/upstream.ts'
import { createVendorMedia, type Transport } from '#providers/vendor-media.ts'
import type { OpenReview } from '#providers/vendor-inputs.ts'
import { xaiMedia } from '#providers/xai-media.ts'
import type { InputReader } from '#servers/api/services/inputs.ts'
import { isReachable } from '#servers/api/services/reachable.ts'
import { createKeyRing } from '#servers/api/services/key-ring.ts'
import { createWorkflowReader } from '#servers/api/services/workflow-files.ts'
import { servesAction, ownServiceVendors, type Vendor } from '#servers/api/services/vendors.ts'
import type { Config } from '#servers/config.ts'
import type { Context } from '#servers/lib/context.ts'
import type { StoredService } from '#servers/lib/own-services.ts'
import { servesTools } from '#servers/lib/serves-tools.ts'

/** Returns a function that names the vendors that can do an action now. */
export function createVendorFinder(
  context: Pick<Context, 'config' | 'keys' | 'clock' | 'log'>
): (service: Service, verb: string, kept?: StoredService) => string[] {
  return (service, verb, kept) => {
    const all = configuredVendors(context)
    return (kept === undefined ? all : ownServiceVendors(all, kept, context.clock)).flatMap(
      vendor => (servesAction(vendor, service, verb) ? [vendor.name] : [])
    )
  }
}

type Looking = { workers: MediaWorkers; inputs: Pick<InputReader, 'read'> }

type Making = Pick<Vendor, 'does' | 'media' | 'inline' | 'own'>

/** Makes a vendor that reads files at addresses and whose outputs are not reviewed. */
function plainly(does: NonNullable<Making['does']>, transport: Transport): Making {
  return { does, media: ({ id }) => createVendorMedia(does[id] ?? {}, transport) }
}

/** The protocol of each vendor, and what it does. */
function makings(
  { mediaModels, comfyuiWorkflows }: Pick<Config, 'mediaModels' | 'comfyuiWorkflows'>,
  openEyes?: OpenReview
): Partial<Record<ToolVendorName, Making>> {
  const gemini = geminiTransport(mediaModels)
  const a1111 = a1111Transport(mediaModels)
  const workflowFor = createWorkflowReader(comfyuiWorkflows)
  const comfyui = comfyuiTransport({ models: mediaModels, workflowFor })
  return {
    upstream: { does: null, media: createUpstreamMedia },
    fal: {
      does: VENDOR_SERVICES.fal,
      media: ({ id }) => createVendorMedia(VENDOR_SERVICES.fal[id] ?? {}, falTransport, openEyes),
      own: { source: 'fal', media: does => createVendorMedia(does, falTransport, openEyes) }
    },
    gemini: {
      does: VENDOR_SERVICES.gemini,
      media: ({ id }) => createVendorMedia(VENDOR_SERVICES.gemini[id] ?? {}, gemini),
      inline: true
    },
    elevenlabs: {
      does: VENDOR_SERVICES.elevenlabs,
      media: ({ id }) =>
        createVendorMedia(VENDOR_SERVICES.elevenlabs[id] ?? {}, elevenlabsTransport),
      inline: true
    },
    a1111: {
      does: VENDOR_SERVICES.a1111,
      media: ({ id }) => createVendorMedia(VENDOR_SERVICES.a1111[id] ?? {}, a1111),
      inline: true
    },
    comfyui: plainly(VENDOR_SERVICES.comfyui, comfyui),
    replicate: {
      ...plainly(VENDOR_SERVICES.replicate, replicateTransport),
      own: { source: 'replicate', media: does => createVendorMedia(does, replicateTransport) }
    },
    minimax: plainly(VENDOR_SERVICES.minimax, minimaxTransport),
    luma: plainly(VENDOR_SERVICES.luma, lumaTransport),
    kling: plainly(VENDOR_SERVICES.kling, klingTransport),
    runway: plainly(VENDOR_SERVICES.runway, runwayTransport),
    xai: plainly(VENDOR_SERVICES.xai, xaiMedia),
    openai: {
      does: VENDOR_SERVICES.openai,
      media: ({ id }) => createVendorMedia(VENDOR_SERVICES.openai[id] ?? {}, openaiMedia),
      inline: true
    }
  }
}

/** QR codes are read in a worker process, since it takes over half a second when there is none. */
function eyesOf({ workers, inputs }: Looking): OpenReview {
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
  const reaches = (address: string): boolean =>
    isReachable(address.startsWith('/') ? config.hosts.api : address)
  return config.mediaOrder.flatMap(name => {
    const making = all[name]
    if (making === undefined) return []
    const accounts = (): readonly VendorAccount[] =>
      keys.of(name).filter(({ baseURL }) => servesTools(config, name, baseURL))
    const baseURL = (apiKey: string): string =>
      accounts().find(account => account.apiKey === apiKey)?.baseURL ?? ''
    const ring = createKeyRing(
      { now: () => accounts().map(({ apiKey }) => apiKey), refresh: keys.refresh },
      clock,
      ({ code, detail, cause }, key) =>
        log.warn(
          { vendor: name, last4: key.slice(-4), code, detail, err: cause },
          'a key was refused, another one is tried'
        ),
      keys.rests
    )
    return [{ name, baseURL, keys: ring, reaches, ...making }]
  })
}
