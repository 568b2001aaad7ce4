import { startAlertWatch } from '#servers/alerts/watch.ts'
import { startBackupWatch } from '#servers/backup-watch.ts'
import { startDriftWatch } from '#servers/drift/watch.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { createResumableUploads } from '#servers/files/resumable.ts'
import { startFileSweep } from '#servers/files/sweep.ts'
import type { Context, ServerPart } from '#servers/lib/context.ts'
import { createPartApp, createServerPart } from '#servers/lib/part.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { seedLevels } from '#servers/platform/distribution/levels.ts'
import { createExchangeRates } from '#servers/platform/exchange/rates.ts'
import { startLowPlanNotices } from '#servers/platform/periods/low-balance.ts'
import { createPolicyReports } from '#servers/platform/policy-reports/reports.ts'
import { createReconciler } from '#servers/platform/orders/reconcile.ts'
import { readPackages } from '#servers/platform/packages/package-file.ts'
import { seedPackages } from '#servers/platform/packages/seed.ts'
import { startPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/**
 * Creates the platform API, `/api/v1/*`: plans, credentials, sites, the shop and uploads. Also
 * starts its background jobs.
 * @param vendorsOf names the vendors that would run a verb of a service now; the generation API
 * knows them
 * @throws ConfigError for an invalid file of packages
 */
export async function createPlatform(
  base: Context,
  vendorsOf: PlatformContext['vendorsOf']
): Promise<ServerPart> {
  await seedPackages(base, readPackages(base.config.packagesFile))
  await seedLevels(base)
  const files = createFileStore({ context: base })
  const payments = createReconciler(base)
  const context: PlatformContext = {
    ...base,
    files,
    resumable: createResumableUploads(base),
    rates: createExchangeRates(base),
    payments,
    policyReports: createPolicyReports(base),
    vendorsOf
  }
  const sweeping = startFileSweep(base, files)
  const telling = startLowPlanNotices(base)
  const keeping = startPeriodicWork(base)
  const watching = startDriftWatch(base)
  const backingUp = startBackupWatch(base)
  const alerting = startAlertWatch(base)
  const app = createPartApp({
    context,
    routes: platformRoutes,
    cors: 'registered',
    missingToken: 'invalid_token'
  })
  const jobs = [sweeping, telling, keeping, watching, backingUp, alerting, payments]
  return createServerPart(app, async () => void (await Promise.all(jobs.map(job => job.stop()))))
}
