import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'
import { PLAIN_LINE } from '#contract/user.ts'

const count = z.number().int()

/** One process that says it lives. */
const processSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: count,
  parts: z.array(z.string()),
  version: z.string(),
  started_at: isoTime,
  seen_at: isoTime
})

/** How a deployment is. Amounts are credits, prices US dollars; a day is of UTC. */
export const overviewSchema = z
  .object({
    version: z.string(),
    /** Seconds since the process began that was asked. */
    uptime: count,
    /** Does the sandbox do all the work? */
    sandbox: z.boolean(),
    /** By what orders can be paid; with `sandbox` it is no real money. */
    rails: z.array(z.enum(['stripe', 'manual', 'sandbox'])),
    database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: count }),
    /** `free`: bytes left where they are; null where that is somebody else's. */
    blobs: z.object({ kind: z.enum(['disk', 's3']), free: count.nullable() }),
    processes: z.array(processSchema),
    /** Runs that are not over. `overdue`: past their deadline, or left by their process. */
    queue: z.object({ waiting: count, running: count, overdue: count, oldest_at: isoTime.nullable() }),
    orders_today: z.object({ count, price: z.number(), sandbox_price: z.number() }),
    charged_today: z.object({ real: z.number(), sandbox: z.number() }),
    /**
     * Sites that want prompts to be checked, and whether somebody is there to do it. `failed`: checks that failed since one
     * last went well, as the process knows it that was asked.
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

/** How runs ended in the last hour and the last day, by service and kind of failure. */
export const failureRatesSchema = z
  .object({
    services: z.array(z.object({ service: z.string(), hour: count, hour_failed: count, day: count, day_failed: count })),
    problems: z.array(z.object({ code: z.string(), hour: count, day: count }))
  })
  .openapi('FailureRates')

export type FailureRates = z.infer<typeof failureRatesSchema>

/** Who would take what now, with which keys, and what failed last. */
export const servingSchema = z
  .object({
    sandbox: z.boolean(),
    /** `by`: names of vendors, the first one is asked first; empty where nobody serves it. */
    actions: z.array(z.object({ service: z.string(), action: z.string(), by: z.array(z.string()) })),
    keys: z.array(
      z.object({
        vendor: z.string(),
        last4: z.string(),
        source: z.enum(['environment', 'entered']),
        /** Refused lately: asked last until then, as this process knows it. */
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

export type Serving = z.infer<typeof servingSchema>

export const blockSchema = z.object({ reason: z.string(), blocked_by: z.string(), created_at: isoTime })

/** Somebody with an account here, as operators see them. */
export const operatedPersonSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    is_verified: z.boolean(),
    is_operator: z.boolean(),
    /** The site where they came in; empty when not known. */
    site: z.string(),
    date_joined: isoTime,
    seen_at: isoTime.nullable(),
    /** Credits left over all plans. */
    remaining: z.object({ real: z.number(), sandbox: z.number() }),
    applications: count,
    /** Finished ones, and what they paid in US dollars. */
    orders: z.object({ count, price: z.number() }),
    blocked: blockSchema.nullable()
  })
  .openapi('OperatedPerson')

export type OperatedPerson = z.infer<typeof operatedPersonSchema>

/** `search`: part of an address or a name, or a whole id. */
export const peopleQuery = z.object({ ...pageQuery, search: optionalText(200), blocked: z.enum(['', 'true']).optional() })

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

/** A site with what hangs on it: `people` came there first, `links` are shared conversations. */
export const operatedSiteDetailSchema = operatedSiteSchema
  .extend({ people: count, orders: count, links: count })
  .openapi('OperatedSiteDetail')

export type OperatedSiteDetail = z.infer<typeof operatedSiteDetailSchema>

/** What is sold and what is sold no more. */
export const operatedPackageSchema = packageSchema.extend({ position: count }).openapi('OperatedPackage')

export type OperatedPackage = z.infer<typeof operatedPackageSchema>

export const listQuery = z.object(pageQuery)

/** One change of the deployment by somebody who may. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    /** Null for somebody who is gone. */
    email: z.string().nullable(),
    origin: z.string(),
    method: z.string(),
    path: z.string(),
    target: z.unknown(),
    changes: z.unknown(),
    trace_id: z.string(),
    /** `begun` where the process ended in the middle. */
    outcome: z.enum(['begun', 'done', 'refused']),
    created_at: isoTime
  })
  .openapi('AuditEntry')

export type AuditEntry = z.infer<typeof auditEntrySchema>

/** `person`: an id or a whole e-mail address. `path`: as the route table has it, or how it begins. */
export const auditQuery = z.object({ ...pageQuery, person: optionalText(254), path: z.string().max(200).regex(PLAIN_LINE).optional() })
