import { randomUUID } from 'node:crypto'
import type { Json } from '#core/provider.ts'
import { wantsCallback } from '#servers/api/tasks/callbacks.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'
import { insertRun } from '#servers/runs/begin.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { holdCredits } from '#servers/runs/hold.ts'

/** A call that becomes a task. */
export type TaskSubmission = {
  /** Id of the task to create; a new one by default. */
  id?: string
  caller: CredentialCaller
  kind: TaskKind
  /** The vendor that does the work: a name of {@link TaskKinds.provider}. */
  provider: string
  values: Readonly<Record<string, Json>>
  origin: string
  /** All sites that the call concerns; each must offer the service. */
  sites: readonly string[]
  traceId: string
  /** The `traceparent` of the call, if it is traced. */
  traceParent?: string | null
  callbackUrl: string | undefined
}

/**
 * Sets the credits of a task aside and writes it down with its first event, inside the caller's
 * transaction. Any process may then work on it.
 * @throws Problem `used_up`; `forbidden` where the service is switched off
 */
export async function submitTask(
  context: Pick<Context, 'clock' | 'terms'> & { events: EventLog },
  tx: Queries,
  {
    id = randomUUID(),
    caller,
    kind,
    provider,
    values,
    origin,
    sites,
    traceId,
    traceParent = null,
    callbackUrl
  }: TaskSubmission
): Promise<{ taskId: string }> {
  const now = context.clock.now()
  const { service, action, fund } = kind
  checkOffered(await context.terms.offer(sites, tx), service)
  const held = kind.price(values)
  await holdCredits(tx, { ...caller, fund }, id, { most: held, least: held }, now)
  await insertRun(tx, {
    id,
    caller,
    service,
    action,
    state: 'queued',
    fund,
    held,
    origin,
    trace_id: traceId,
    trace_parent: traceParent,
    request: JSON.stringify(values),
    model: typeof values['model'] === 'string' ? values['model'] : null,
    now,
    provider,
    callback_url: wantsCallback(callbackUrl) ? callbackUrl : null,
    deadline_at: now + kind.deadline,
    poll_at: now,
    progress: 0
  })
  await context.events.record(tx, id, { type: 'start', id, state: 'queued' })
  return { taskId: id }
}
