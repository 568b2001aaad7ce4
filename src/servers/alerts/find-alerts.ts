import type { Alert } from '#core/alert.ts'
import { findLowBalances } from '#servers/alerts/balances.ts'
import { readBackupState } from '#servers/backup-state.ts'
import type { Context } from '#servers/lib/context.ts'
import { isNearlyFull, measureDisk, type DiskRoom } from '#servers/lib/disk-room.ts'
import { readCertificate } from '#servers/lib/egress.ts'
import { createDnsLookup } from '#servers/lib/resolver.ts'
import { readLedgerCheck } from '#servers/metrics/ledger-check-store.ts'
import { listAddresses } from '#servers/operation/doctor/findings.ts'
import { FEW_DAYS } from '#servers/operation/doctor/tls.ts'
import { readOpenRuns } from '#servers/runs/open-runs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Fewest failed runs of a service in an hour that are worth an alert. */
const FEW_FAILURES = 5

/** Milliseconds by which a run may be late, since the next look often ends it. */
const LATE = 10 * MINUTE

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'keys' | 'fetch'>

/** Ways to look outside; tests replace them. */
export type AlertMeans = {
  measureDisk(folder: string): Promise<DiskRoom>
  /** Returns when a certificate ends, in unix milliseconds; 0 if it is not trusted. */
  certificateEnd(origin: string): Promise<number>
}

const MEANS: AlertMeans = {
  measureDisk,
  async certificateEnd(origin) {
    const { certificate, refusal } = await readCertificate(origin, createDnsLookup())
    return refusal === null ? Date.parse(certificate.valid_to) : 0
  }
}

/** Finds everything that operators should know now. A check that fails itself finds nothing. */
export async function findAlerts(context: Needs, means: AlertMeans = MEANS): Promise<Alert[]> {
  const found = await Promise.allSettled([
    findFailures(context),
    findStuck(context),
    findFullDisk(context, means),
    findCertificates(context, means),
    findBackups(context),
    findLedger(context),
    findLowBalances(context)
  ])
  return found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
}

async function findFailures({ database: { db }, clock }: Needs): Promise<Alert[]> {
  const rows = await db
    .selectFrom('run')
    .select(({ fn, eb }) => [
      'service',
      fn.countAll<number>().as('ended'),
      fn.sum<number>(eb.case().when('state', '=', 'failed').then(1).else(0).end()).as('failed')
    ])
    .where('finished_at', '>=', clock.now() - HOUR)
    .groupBy('service')
    .execute()
  return rows
    .map(({ service, ...counted }) => ({
      service,
      ended: Number(counted.ended),
      failed: Number(counted.failed)
    }))
    .filter(({ ended, failed }) => failed >= FEW_FAILURES && failed * 2 > ended)
    .map(({ service, ended, failed }) => ({
      kind: 'failures',
      subject: service,
      value: `${failed}/${ended}`
    }))
}

async function findStuck({ database: { db }, clock }: Needs): Promise<Alert[]> {
  const runs = await readOpenRuns(db, clock.now() - LATE)
  const overdue = runs.reduce((sum, each) => sum + each.overdue, 0)
  return overdue === 0 ? [] : [{ kind: 'stuck', subject: '', value: String(overdue) }]
}

async function findFullDisk({ config }: Needs, means: AlertMeans): Promise<Alert[]> {
  const room = await means.measureDisk(config.dataDir)
  return isNearlyFull(room) ? [{ kind: 'disk', subject: '', value: String(room.free) }] : []
}

async function findCertificates(
  { config, clock }: Needs,
  { certificateEnd }: AlertMeans
): Promise<Alert[]> {
  const origins = listAddresses(config)
    .map(({ origin }) => origin)
    .filter(origin => origin.startsWith('https:'))
  const ends = await Promise.all(
    // An address that nobody answers is no matter of its certificate.
    origins.map(origin => certificateEnd(origin).catch(() => Number.POSITIVE_INFINITY))
  )
  return origins.flatMap((origin, index) => {
    const end = ends[index] ?? Number.POSITIVE_INFINITY
    if (end >= clock.now() + FEW_DAYS * DAY) return []
    return [{ kind: 'certificate', subject: new URL(origin).host, value: String(end) }]
  })
}

async function findBackups(context: Needs): Promise<Alert[]> {
  if (context.config.backups.folder === null) return []
  const { failedAt, drillFailedAt } = await readBackupState(context)
  const alert = (kind: 'backup' | 'drill', at: number | null): Alert[] =>
    at === null ? [] : [{ kind, subject: '', value: String(at) }]
  return [...alert('backup', failedAt), ...alert('drill', drillFailedAt)]
}

async function findLedger({ database }: Needs): Promise<Alert[]> {
  const { disagreements = 0 } = (await readLedgerCheck(database)) ?? {}
  return disagreements === 0 ? [] : [{ kind: 'ledger', subject: '', value: String(disagreements) }]
}
