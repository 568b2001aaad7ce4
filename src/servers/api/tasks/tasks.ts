import { randomUUID } from 'node:crypto'
import type { Json } from '#core/provider.ts'
import { Problem } from '#core/problem.ts'
import type { EventLog } from '#servers/api/events/event-log.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { spendable, usedUp } from '#servers/ledger/key-limit.ts'
import { hold } from '#servers/ledger/ledger.ts'
import { turnPeriods } from '#servers/ledger/periods.ts'
import { deliverCallbacks, mayReceive, wantsCallback } from '#servers/api/tasks/callbacks.ts'
import type { TaskKind, TaskKinds } from '#servers/api/tasks/kind.ts'
import { claimDue, TASK_LEASE, TASKS_AT_ONCE, type TaskRow } from '#servers/api/tasks/lease.ts'
import { cancelTask, deleteTask } from '#servers/api/tasks/stop.ts'
import { stopAtVendor, workOn, type Pace } from '#servers/api/tasks/work.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'

/** How often due tasks are looked for, in milliseconds; a new one is taken at once by the process that got it. */
const TICK = 500

const PACE: Pace = { poll: 1500, retry: 2000 }

/** A question to a service whose answer takes its time. */
export type TaskQuestion = {
  caller: CredentialCaller
  kind: TaskKind
  /** Who does it: a name of {@link TaskKinds.provider}. */
  provider: string
  values: Readonly<Record<string, Json>>
  origin: string
  /** All sites that it has to do with; each must offer the service. */
  sites: readonly string[]
  traceId: string
  callbackUrl: string | undefined
}

/** Tasks: paid for and written down before anything happens, worked on by whichever process is free. */
export type Tasks = {
  /** Holds the money and makes the task, inside the caller's transaction. @throws Problem `used_up`, `forbidden` where the service is switched off */
  submit(tx: Queries, question: TaskQuestion): Promise<{ taskId: string }>
  /** After the commit that made a task: tells its person's feeds, and begins to work on it. */
  begun(userId: string): void
  /** Looks for due tasks now; called by itself every half second. */
  tick(): Promise<void>
  /** Something became due before its time: looks for it without being waited for. */
  wake(): void
  /**
   * Before work began: ends it, free. After: asks the vendor; a task that cannot be stopped is delivered and charged.
   * @returns is it over?
   */
  cancel(taskId: string): Promise<boolean>
  /** Ends it, free where it goes on, and removes it with its files; the vendor is asked to stop. The receipt stays. */
  remove(taskId: string): Promise<void>
  /** May its end be told at an address that a caller names? */
  mayCall(address: string): boolean
  stop(): Promise<void>
}

type Options = {
  context: Context & { events: EventLog; files: FileStore }
  kinds: TaskKinds
  pace?: Pace
  /** Milliseconds between looks; 0 looks only when told to, for tests with a clock held by hand. */
  tick?: number
  /** Milliseconds after which a process that is silent has lost its tasks. */
  lease?: number
  /** Hosts that callbacks may go to although they are not public; for tests and for operators' own networks. */
  trustedHosts?: readonly string[]
}

export function createTasks({
  context,
  kinds,
  pace = PACE,
  tick: every = TICK,
  lease = TASK_LEASE,
  trustedHosts = []
}: Options): Tasks {
  const owner = randomUUID()
  const ending = new AbortController()
  const working = { context, kinds, pace, signal: ending.signal }
  const held = new Map<string, Promise<void>>()
  const stopping = new Set<Promise<unknown>>()
  const timers =
    every === 0
      ? []
      : [
          setInterval(() => void guard(tick()), every).unref(),
          setInterval(() => void guard(renew()), lease / 3).unref()
        ]

  async function guard(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      context.log.error({ err: error }, 'tasks could not be looked at')
    )
  }

  async function tick(): Promise<void> {
    if (ending.signal.aborted) return
    const room = TASKS_AT_ONCE - held.size
    const due = room > 0 ? await claimDue(context, owner, room, lease, [...held.keys()]) : []
    const steps = due.map(task => step(task))
    await Promise.all([...(every === 0 ? steps : []), deliverCallbacks(context, trustedHosts)])
  }

  function step(task: TaskRow): Promise<void> {
    const done = workOn(working, task)
      // The lease runs out, and the task is taken up again where it stands.
      .catch((error: unknown) =>
        context.log.error({ err: error, run: task.id }, 'a step of a task failed')
      )
      .finally(() => held.delete(task.id))
    held.set(task.id, done)
    return done
  }

  /** Keeps what is being worked on, however long one step takes. */
  async function renew(): Promise<void> {
    if (held.size === 0) return
    await context.database.db
      .updateTable('run')
      .set({ lease_until: context.clock.now() + lease })
      .where('lease_owner', '=', owner)
      .where('id', 'in', [...held.keys()])
      .where('lease_until', '>', 0)
      .execute()
  }

  return {
    async submit(tx, { caller, kind, provider, values, origin, sites, traceId, callbackUrl }) {
      const id = randomUUID()
      const now = context.clock.now()
      checkOffered(await context.terms.offer(sites, tx), kind.service)
      const amount = kind.price(values)
      await turnPeriods(tx, caller.applicationId, now)
      const { micro, end } = await spendable(tx, { ...caller, fund: kind.fund })
      if (micro < amount) throw usedUp(end)
      await hold(tx, {
        applicationId: caller.applicationId,
        fund: kind.fund,
        reference: id,
        amount,
        now
      })
      await tx
        .insertInto('run')
        .values({
          id,
          service: kind.service,
          action: kind.action,
          user_id: caller.userId,
          application_id: caller.applicationId,
          credential_id: caller.credentialId,
          conversation_id: null,
          origin,
          state: 'queued',
          fund: kind.fund,
          held: amount,
          charged: 0,
          measure: null,
          reason: '',
          status_code: 0,
          trace_id: traceId,
          lease_owner: '',
          lease_until: 0,
          stop_at: null,
          created_at: now,
          finished_at: null,
          provider,
          request: JSON.stringify(values),
          callback_url: wantsCallback(callbackUrl) ? callbackUrl : null,
          deadline_at: now + kind.deadline,
          poll_at: now,
          progress: 0
        })
        .execute()
      await context.events.record(tx, id, { type: 'start', id, state: 'queued' })
      return { taskId: id }
    },
    begun(userId) {
      context.events.announce(userId)
      if (every !== 0) void guard(tick())
    },
    tick,
    wake() {
      if (every !== 0) void guard(tick())
    },
    cancel: taskId => cancelTask(context, taskId),
    async remove(taskId) {
      const task = await deleteTask(context, taskId)
      if (task === null) return
      // Its person does not wait for the vendor.
      const done: Promise<unknown> = stopAtVendor(working, task).finally(() =>
        stopping.delete(done)
      )
      stopping.add(done)
    },
    mayCall: address => mayReceive(address, trustedHosts),
    async stop() {
      timers.forEach(timer => clearInterval(timer))
      ending.abort(new Problem('canceled', { detail: 'the server stops' }))
      await Promise.all([...held.values(), ...stopping])
    }
  }
}
