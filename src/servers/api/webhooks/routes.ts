import { z } from '@hono/zod-openapi'
import { Problem } from '#core/problem.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { parseWebhookRun } from '#servers/api/webhooks/address.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { makeTaskDue } from '#servers/runs/stop.ts'

const named = z.object({ vendor: z.string().min(1).max(20), secret: z.string().min(1).max(120) })

/**
 * Receives a vendor's report that a task may be over. The message is not trusted: the vendor is
 * polled at once, so a forged message changes nothing.
 */
const webhookRoute = apiRoute({
  method: 'post',
  path: '/webhooks/{vendor}/{secret}',
  summary: 'Receive the final state of a task from a vendor',
  who: 'anyone',
  limit: 'read',
  params: named,
  answer: z.object({ success: z.literal(true) }),
  handle: async ({ context, input: { params }, traceId }) => {
    const { vendor, secret } = params
    const runId = parseWebhookRun(context, vendor, secret)
    if (runId === null || !(await isDueNow(context, vendor, runId))) {
      context.log.warn({ trace: traceId, vendor }, 'a webhook for an unknown job')
      throw new Problem('not_found', { detail: 'there is no such job' })
    }
    context.tasks.wake()
    return { success: true as const }
  }
})

/**
 * Makes the task due for a poll.
 * @returns false when the vendor never had such a task; true also when the task is over
 */
async function isDueNow(
  { database: { db }, clock }: ApiContext,
  vendor: string,
  runId: string
): Promise<boolean> {
  const task = await db
    .selectFrom('run')
    .select('provider')
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (task?.provider?.split('/')[0] !== vendor) return false
  await makeTaskDue(db, runId, clock.now())
  return true
}

export const webhookRoutes: readonly AnyRoute[] = [webhookRoute]
