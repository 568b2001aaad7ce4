import { join } from 'node:path'
import { readConfig } from '#servers/config.ts'
import { createDiskBlobs } from '#servers/lib/blobs.ts'
import type { Context } from '#servers/lib/context.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createLog } from '#servers/lib/log.ts'
import { createIdempotentCalls } from '#servers/lib/once-calls.ts'
import { createModelFile } from '#servers/lib/model-file.ts'
import { createModelLists } from '#servers/lib/model-lists.ts'
import { createOwnServices } from '#servers/lib/own-services.ts'
import { createRateLimits } from '#servers/lib/rate-limit.ts'
import { createSecrets } from '#servers/lib/secrets.ts'
import { createSiteTerms } from '#servers/lib/site-terms.ts'
import { createVendorKeys } from '#servers/lib/vendor-keys.ts'
import { createSites } from '#servers/lib/sites.ts'
import { handClock, type HandClock } from './clock.ts'
import { createMetrics } from '#servers/metrics/metrics.ts'
import { createTracer } from '#servers/traces/create-tracer.ts'
import { freshDatabase } from './database.ts'

export type TestContext = Context & {
  clock: HandClock
  /** Closes the context and removes its database and folder. */
  close(): Promise<void>
}

type Overrides = Partial<Context> & {
  clock?: HandClock
  /** Variables for the configuration, in addition to the place of the data. */
  environment?: Record<string, string>
  limitTable?: Parameters<typeof createRateLimits>[1]
  /** An existing database, in place of a new empty one. */
  place?: Awaited<ReturnType<typeof freshDatabase>>
}

/**
 * Creates a context on an empty database of this run's kind, with a clock that only the test moves.
 * Every part can be replaced.
 */
export async function freshContext({
  environment,
  limitTable,
  place,
  ...overrides
}: Overrides = {}): Promise<TestContext> {
  const own = place ?? (await freshDatabase())
  const base = {
    config: readConfig({
      DATA_DIR: own.dataDir,
      DRAIN_SECONDS: '0',
      ...(own.databaseUrl !== null && { DATABASE_URL: own.databaseUrl }),
      ...environment
    }),
    database: own,
    clock: handClock(),
    log: createLog(process.env['TEST_LOG'] ?? 'silent'),
    blobs: createDiskBlobs(join(own.dataDir, 'blobs')),
    secrets: createSecrets('x'.repeat(40)),
    fetch: operatorFetch,
    ...overrides
  }
  const modelFile = overrides.modelFile ?? createModelFile(base)
  return {
    ...base,
    meter: base.config.metrics === null ? undefined : createMetrics(base),
    tracer: base.config.traces === null ? undefined : createTracer(base.config.traces),
    sites: overrides.sites ?? createSites(base),
    terms: overrides.terms ?? createSiteTerms({ ...base, modelFile }),
    keys: overrides.keys ?? createVendorKeys(base),
    ownServices: overrides.ownServices ?? createOwnServices(base),
    modelFile,
    modelLists: overrides.modelLists ?? createModelLists(base),
    calls: overrides.calls ?? createIdempotentCalls(base),
    limits: overrides.limits ?? createRateLimits(base, limitTable),
    close: own.close
  }
}
