import { z } from '@hono/zod-openapi'
import { ALERT_KINDS } from '#core/alert.ts'
import { isoTime, optionalDay, optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'
import { PLAIN_LINE_PATTERN } from '#contract/user.ts'

const count = z.number().int()

/** A server process that reports that it is alive. */
const processSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: count,
  parts: z.array(z.string()),
  version: z.string(),
  started_at: isoTime,
  seen_at: isoTime
})

/** The state of a deployment. Amounts are in credits, prices in US dollars. Days are in UTC. */
export const overviewSchema = z
  .object({
    version: z.string(),
    /** Seconds since the process that answers started. */
    uptime: count,
    /** True if the sandbox serves everything. */
    sandbox: z.boolean(),
    /** The ways in which orders can be paid. `sandbox` takes no real money. */
    rails: z.array(z.enum(['stripe', 'manual', 'sandbox'])),
    database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: count }),
    /** `free`: bytes left on the disk; null for storage that somebody else runs. */
    blobs: z.object({ kind: z.enum(['disk', 's3']), free: count.nullable() }),
    /**
     * Automatic backups, and the weekly trial of restoring one; null if they are off. The reasons
     * are empty unless the last one failed.
     */
    backups: z
      .object({
        done_at: isoTime.nullable(),
        failed_at: isoTime.nullable(),
        reason: z.string(),
        tested_at: isoTime.nullable(),
        test_failed_at: isoTime.nullable(),
        test_reason: z.string()
      })
      .nullable(),
    /** Open problems, the oldest first. `value` depends on the kind: see `src/core/alert.ts`. */
    alerts: z.array(
      z.object({
        kind: z.enum(ALERT_KINDS),
        subject: z.string(),
        value: z.string(),
        since: isoTime
      })
    ),
    processes: z.array(processSchema),
    /** Unfinished runs. `overdue` counts those past their deadline and those whose process died. */
    queue: z.object({
      waiting: count,
      running: count,
      overdue: count,
      oldest_at: isoTime.nullable()
    }),
    orders_today: z.object({ count, price: z.number(), sandbox_price: z.number() }),
    charged_today: z.object({ real: z.number(), sandbox: z.number() }),
    /**
     * The number of sites that moderate prompts, and whether a moderation service is configured.
     * `failed` counts the failed checks since the last successful one, in the process that answers.
     */
    moderation: z.object({
      sites: count,
      configured: z.boolean(),
      url: z.string().nullable(),
      model: z.string(),
      failed: count,
      failed_at: isoTime.nullable()
    }),
    open_reports: count,
    people: count
  })
  .openapi('OperationOverview')

export type Overview = z.infer<typeof overviewSchema>

/**
 * The numbers of runs that ended and failed in the last hour and the last day, by service and by
 * problem code.
 */
export const failureRatesSchema = z
  .object({
    services: z.array(
      z.object({
        service: z.string(),
        hour: count,
        hour_failed: count,
        day: count,
        day_failed: count
      })
    ),
    problems: z.array(z.object({ code: z.string(), hour: count, day: count }))
  })
  .openapi('FailureRates')

export type FailureRates = z.infer<typeof failureRatesSchema>

/** The vendors and keys that would serve each action now, and the last failures. */
export const servingStatusSchema = z
  .object({
    sandbox: z.boolean(),
    /**
     * `by`: names of vendors in the order in which they are tried; empty if nobody serves the
     * action.
     */
    actions: z.array(
      z.object({ service: z.string(), action: z.string(), by: z.array(z.string()) })
    ),
    keys: z.array(
      z.object({
        vendor: z.string(),
        last4: z.string(),
        source: z.enum(['environment', 'entered']),
        /**
         * The time until which the key is tried last, since the vendor refused it lately; otherwise
         * null. Only this process knows it.
         */
        rests_until: isoTime.nullable()
      })
    ),
    failures: z.array(
      z.object({
        id: z.string(),
        service: z.string(),
        action: z.string(),
        vendor: z.string(),
        code: z.string(),
        trace_id: z.string(),
        at: isoTime
      })
    )
  })
  .openapi('Serving')

export type ServingStatus = z.infer<typeof servingStatusSchema>

export const blockSchema = z.object({
  reason: z.string(),
  blocked_by: z.string(),
  created_at: isoTime
})

/** A user as operators see them. */
export const operatedPersonSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    is_verified: z.boolean(),
    is_operator: z.boolean(),
    /** The site where the user first signed in; empty if unknown. */
    site: z.string(),
    date_joined: isoTime,
    seen_at: isoTime.nullable(),
    /** Credits left in all plans. */
    remaining: z.object({ real: z.number(), sandbox: z.number() }),
    applications: count,
    /** Finished orders, and the US dollars paid for them. */
    orders: z.object({ count, price: z.number() }),
    blocked: blockSchema.nullable()
  })
  .openapi('OperatedPerson')

export type OperatedPerson = z.infer<typeof operatedPersonSchema>

/** `search`: a part of an email address or a name, or a whole id. */
export const peopleQuery = z.object({
  ...pageQuery,
  search: optionalText(200),
  blocked: z.enum(['', 'true']).optional()
})

export const newBlockSchema = z.looseObject({ reason: z.string().trim().min(1).max(500) })

export const operatedSiteSchema = z
  .object({
    id: z.string(),
    origin: z.string(),
    title: z.string(),
    admins: count,
    moderated: z.boolean(),
    first: z.boolean(),
    created_at: isoTime
  })
  .openapi('OperatedSite')

export type OperatedSite = z.infer<typeof operatedSiteSchema>

/**
 * A site with counts of the data that depends on it. `people` counts the users who first signed in
 * at it, `links` the shared conversations.
 */
export const operatedSiteDetailSchema = operatedSiteSchema
  .extend({ people: count, orders: count, links: count })
  .openapi('OperatedSiteDetail')

export type OperatedSiteDetail = z.infer<typeof operatedSiteDetailSchema>

/** A package, on sale or not. */
export const operatedPackageSchema = packageSchema
  .extend({ position: count })
  .openapi('OperatedPackage')

export type OperatedPackage = z.infer<typeof operatedPackageSchema>

export const listQuery = z.object(pageQuery)

/** An audit log entry: one administrative change of the deployment. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    /** Null if the account was deleted. */
    email: z.string().nullable(),
    origin: z.string(),
    method: z.string(),
    path: z.string(),
    target: z.unknown(),
    changes: z.unknown(),
    trace_id: z.string(),
    /** `begun` if the process ended before the change was complete. */
    outcome: z.enum(['begun', 'done', 'refused']),
    created_at: isoTime
  })
  .openapi('AuditEntry')

export type AuditEntry = z.infer<typeof auditEntrySchema>

/**
 * `person`: an id or a whole email address. `path`: a path of the route table, or its beginning.
 */
export const auditQuery = z.object({
  ...pageQuery,
  person: optionalText(254),
  path: z.string().max(200).regex(PLAIN_LINE_PATTERN).optional()
})

/** The period to export. Days are in UTC, and both are included. */
export const auditExportQuery = z.object({ from: optionalDay, to: optionalDay })

export type AuditExportQuery = z.infer<typeof auditExportQuery>
