import type { FileStore } from '#servers/files/store-type.ts'
import type { ResumableUploads } from '#servers/files/resumable.ts'
import type { Service } from '#core/service.ts'
import type { Context } from '#servers/lib/context.ts'
import type { StoredService } from '#servers/lib/own-services.ts'
import { createRouteBuilder } from '#servers/lib/route.ts'
import type { Reconciler } from '#servers/platform/orders/reconcile.ts'
import type { PolicyReports } from '#servers/platform/policy-reports/reports.ts'
import type { ExchangeRates } from '#servers/platform/exchange/rates.ts'

export type PlatformContext = Context & {
  files: FileStore
  resumable: ResumableUploads
  rates: ExchangeRates
  payments: Reconciler
  policyReports: PolicyReports
  /**
   * Returns the names of the vendors that would run an action of a service now.
   * @param kept set if the service is an operator's own one
   */
  vendorsOf(service: Service, verb: string, kept?: StoredService): string[]
}

/** Declares a row of the platform's route table. */
export const platformRoute = createRouteBuilder<PlatformContext>()
