import { join } from 'node:path'
import { systemClock } from '#core/clock.ts'
import { createApi } from '#servers/api/api.ts'
import { createVendorFinder } from '#servers/api/services/configured.ts'
import { createAuth } from '#servers/auth/auth.ts'
import type { Config, PartName } from '#servers/config.ts'
import { createDispatch, type MountedParts } from '#servers/dispatch.ts'
import { createHub } from '#servers/hub/hub.ts'
import { createS3Blobs } from '#servers/lib/blobs-s3.ts'
import { createDiskBlobs } from '#servers/lib/blobs.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createLog } from '#servers/lib/log.ts'
import type { Meter } from '#servers/lib/meter.ts'
import type { Tracer } from '#servers/lib/tracer.ts'
import { createIdempotentCalls } from '#servers/lib/once-calls.ts'
import { createModelFile } from '#servers/lib/model-file.ts'
import { createModelLists } from '#servers/lib/model-lists.ts'
import { createOwnServices } from '#servers/lib/own-services.ts'
import { watchOverload } from '#servers/lib/overload.ts'
import { startPresence } from '#servers/lib/presence.ts'
import { createRateLimits, RATE_LIMITS } from '#servers/lib/rate-limit.ts'
import { createSecrets, readOrCreateSecret } from '#servers/lib/secrets.ts'
import { createSiteTerms } from '#servers/lib/site-terms.ts'
import { createSites } from '#servers/lib/sites.ts'
import { createVendorKeys } from '#servers/lib/vendor-keys.ts'
import { measureRequests } from '#servers/measure-requests.ts'
import { traceRequests } from '#servers/trace-requests.ts'
import { closePayments, failUnpaidOrders } from '#servers/platform/orders/take-back.ts'
import { createPlatform } from '#servers/platform/platform.ts'

/** All parts that this process mounts, as one fetch function that listens on no port yet. */
export type Studio = {
  context: Context
  parts: MountedParts
  fetch(request: Request, peer: Peer): Promise<Response>
  /** Stops all parts, then closes the database. */
  /** Lets begun work end, as each part does. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates what all parts need from a configuration.
 * @throws Error when the database is newer than this version
 */
export async function createContext(config: Config): Promise<Context> {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  const clock = systemClock
  const secrets = createSecrets(
    config.secret ?? readOrCreateSecret(config.dataDir),
    config.secretPrevious
  )
  const log = createLog(config.logLevel)
  const fetch = operatorFetch
  const meter = await createMeter({ config, database, clock, log })
  const modelFile = createModelFile({ config, log })
  return {
    config,
    meter,
    tracer: await startTracer(config),
    database,
    clock,
    blobs:
      config.storage === null
        ? createDiskBlobs(join(config.dataDir, 'blobs'))
        : createS3Blobs({ ...config.storage, fetch: operatorFetch }),
    log,
    secrets,
    calls: createIdempotentCalls({ database, secrets, clock, log }),
    limits: createRateLimits({ config, database, secrets }, RATE_LIMITS, watchOverload(database)),
    keys: createVendorKeys({ config, database, clock, secrets, log }),
    ownServices: createOwnServices({ database, clock, secrets, log }),
    modelFile,
    modelLists: createModelLists({ config, clock, fetch, log }),
    sites: createSites({ database, config, clock }),
    terms: createSiteTerms({ database, clock, modelFile }),
    fetch
  }
}

/** Creates the meter if metrics are on. Their code loads only then. */
async function createMeter(
  needs: Pick<Context, 'config' | 'database' | 'clock' | 'log'>
): Promise<Meter | undefined> {
  if (needs.config.metrics === null) return undefined
  const { createMetrics } = await import('#servers/metrics/metrics.ts')
  return createMetrics(needs)
}

/** Creates the tracer if there is a collector. Its code loads only then. */
async function startTracer({ traces }: Config): Promise<Tracer | undefined> {
  if (traces === null) return undefined
  const { createTracer } = await import('#servers/traces/create-tracer.ts')
  return createTracer(traces)
}

type MountOptions = {
  /**
   * False if the Astro site is served by the development server, or, in tests of the servers, not
   * at all.
   */
  site: boolean
  api?: Parameters<typeof createApi>[1]
  mail?: Parameters<typeof createAuth>[2]
}

/** Mounts the parts that the configuration selects. The context is already open. */
export async function mountParts(context: Context, options: MountOptions): Promise<Studio> {
  const wanted = (name: PartName): boolean => context.config.parts.includes(name)
  const parts: MountedParts = {}
  if (wanted('platform'))
    parts.platform = await createPlatform(context, createVendorFinder(context))
  if (wanted('auth'))
    parts.auth = createAuth(
      context,
      { takeBack: failUnpaidOrders, close: closePayments },
      options.mail
    )
  if (wanted('api')) parts.api = await createApi(context, options.api)
  if (options.site && (wanted('hub') || wanted('auth'))) parts.hub = await createHub(context, parts)
  const leave = await startPresence(context)
  const services = options.api?.services
  return {
    context,
    parts,
    fetch: traceRequests(
      context,
      measureRequests(context, services, createDispatch(context, parts, services))
    ),
    async drain() {
      await Promise.all(Object.values(parts).map(part => part.drain()))
    },
    async stop() {
      for (const part of Object.values(parts)) await part.stop()
      await leave()
      await context.tracer?.stop()
      await context.database.close()
    }
  }
}

/**
 * Opens the context and mounts the parts.
 * @throws Error when the database is newer than this version, or the site is not built
 */
export async function createStudio(
  config: Config,
  options: MountOptions = { site: true }
): Promise<Studio> {
  const context = await createContext(config)
  try {
    return await mountParts(context, options)
  } catch (error) {
    await context.database.close()
    throw error
  }
}
