import { randomUUID } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import { answer, type Retry } from '#servers/api/chat/answer.ts'
import { finishRun } from '#servers/api/chat/finish.ts'
import { AskedBefore, openRun, type Asked } from '#servers/api/chat/question.ts'
import type { Question } from '#servers/api/chat/asked.ts'
import { failLostRuns } from '#servers/api/chat/recover.ts'
import type { EventLog } from '#servers/api/events/event-log.ts'
import type { Context } from '#servers/lib/context.ts'
import { findBefore } from '#servers/lib/idempotency.ts'

/** An answer may take this long, in milliseconds. */
const DEADLINE = 300_000

/** How long a process may be silent before its runs count as lost, in milliseconds; it says five times as often that it lives. */
export const LEASE = 10_000

const RETRY: Retry = { first: 400, within: 20_000 }

/** Answers in the making: they live on the server, whatever the browser that asked does. */
export type Chat = {
  /** Holds the money, writes the question down and begins to answer; asked again with its key, it is the same run. @throws Problem before anything is charged */
  ask(question: Question): Promise<{ conversationId: string; runId: string }>
  /** The run that answers in a conversation now, or null. */
  runOf(conversationId: string): Promise<string | null>
  /** Ends a conversation's running answer; the text so far stays. Nothing to stop is fine. */
  stopConversation(conversationId: string): Promise<void>
  /** Ends the runs of processes that died. */
  recover(): Promise<void>
  /** Ends this process's runs and timers, each with a last event. */
  stop(): Promise<void>
}

type Options = {
  context: Context
  events: EventLog
  retry?: Retry
  deadline?: number
  lease?: number
}
type Running = { asked: Asked; controller: AbortController; done: Promise<void> }

export function createChat({
  context,
  events,
  retry = RETRY,
  deadline = DEADLINE,
  lease = LEASE
}: Options): Chat {
  const leaseOwner = randomUUID()
  const running = new Map<string, Running>()
  const timers = [
    setInterval(() => void guard('heartbeat', heartbeat), lease / 5).unref(),
    setInterval(() => void guard('sweep', recover), lease / 2).unref()
  ]

  async function guard(what: string, attempt: () => Promise<void>): Promise<void> {
    await attempt().catch((error: unknown) => context.log.error({ err: error }, `${what} failed`))
  }

  /** Renews the leases of our runs, and stops those whose person asked another process to. */
  async function heartbeat(): Promise<void> {
    if (running.size === 0) return
    const rows = await context.database.db
      .updateTable('run')
      .set({ lease_until: context.clock.now() + lease })
      .where('lease_owner', '=', leaseOwner)
      .where('state', '=', 'running')
      .returning(['id', 'stop_at'])
      .execute()
    for (const row of rows)
      if (row.stop_at !== null) running.get(row.id)?.controller.abort(stopped())
  }

  const recover = (): Promise<void> => failLostRuns(context)

  async function work(asked: Asked, controller: AbortController): Promise<void> {
    const { runId, conversationId, purse } = asked
    const writer = events.open(runId)
    const late = setTimeout(
      () =>
        controller.abort(new Problem('timeout', { detail: `no end within ${deadline / 1000} s` })),
      deadline
    )
    try {
      writer.append({
        type: 'start',
        id: conversationId,
        delta_answer: '',
        ...idsOf(asked.standing)
      })
      const { userId, provider, question, ways, own } = asked
      const ending = await answer({
        context,
        userId,
        conversationId,
        provider,
        question,
        ways,
        own,
        purse,
        writer,
        retry,
        signal: controller.signal
      })
      const finished = await finishRun(
        context,
        { runId, leaseOwner, conversationId, purse },
        ending,
        writer
      )
      if (!finished) context.log.warn({ run: runId }, 'run was ended by another process')
    } catch (error) {
      // The lease runs out and a sweep ends the run; its money is not lost.
      context.log.error({ err: error, run: runId }, 'run could not be finished')
    } finally {
      clearTimeout(late)
      writer.close()
      running.delete(runId)
    }
  }

  async function runOf(conversationId: string): Promise<string | null> {
    const row = await context.database.db
      .selectFrom('run')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return row?.id ?? null
  }

  async function conversationOf(runId: string | null): Promise<string> {
    const run = await context.database.db
      .selectFrom('run')
      .select('conversation_id')
      .where('id', '=', runId)
      .executeTakeFirst()
    return run?.conversation_id ?? ''
  }

  return {
    async ask(question) {
      const before = question.once && (await findBefore(context.database.db, question.once))
      // One whose process died is ended now, so that nobody waits for it longer than its lease.
      if (before) await guard('recovery', recover)
      if (before)
        return { runId: before.runId ?? '', conversationId: await conversationOf(before.runId) }
      const asked = await openRun(context, question, {
        leaseOwner,
        leaseUntil: context.clock.now() + lease
      }).catch((error: unknown) => {
        if (error instanceof AskedBefore) return null
        throw error
      })
      if (asked === null) return this.ask(question)
      const controller = new AbortController()
      running.set(asked.runId, { asked, controller, done: work(asked, controller) })
      events.announce(question.caller.userId)
      return asked
    },
    runOf,
    async stopConversation(conversationId) {
      const runId = await runOf(conversationId)
      if (runId === null) return
      const mine = running.get(runId)
      await context.database.db
        .updateTable('run')
        .set({ stop_at: context.clock.now() })
        .where('id', '=', runId)
        .execute()
      mine?.controller.abort(stopped())
      await mine?.done
    },
    recover,
    async stop() {
      timers.forEach(timer => clearInterval(timer))
      for (const { controller } of running.values())
        controller.abort(new Problem('chat_error', { detail: 'the server was stopped' }))
      await Promise.all([...running.values()].map(each => each.done))
    }
  }
}

/** Tells a page where the answer belongs, so that it need not ask. */
function idsOf(standing: Asked['standing']) {
  return { message_id: standing.answer, question_id: standing.question, parent_id: standing.parent }
}

function stopped(): Problem {
  return new Problem('canceled', { detail: 'stopped' })
}
