import { Problem } from '#core/problem.ts'
import { generateAnswer, type RetryTiming } from '#servers/api/chat/answer.ts'
import type { ReceivedQuestion } from '#servers/api/chat/asked.ts'
import { finishRun } from '#servers/api/chat/finish.ts'
import { bufferAnswerEvents } from '#servers/api/chat/held-words.ts'
import { openRun, type OpenedRun } from '#servers/api/chat/open-run.ts'
import { failLostRuns } from '#servers/api/chat/recover.ts'
import type { Context } from '#servers/lib/context.ts'
import { findStartedRun } from '#servers/runs/begin.ts'
import { isForgotten } from '#servers/runs/event-rows.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { traceWork } from '#servers/lib/tracer.ts'
import { renewLeases } from '#servers/runs/lease.ts'
import { requestStop } from '#servers/runs/stop.ts'
import { ActiveRuns } from '#servers/runs/workbench.ts'

/** Longest time of an answer, in milliseconds. */
const DEADLINE = 300_000

/**
 * Milliseconds after which the answers of a silent process count as lost. A process renews its
 * leases five times as often.
 */
export const ANSWER_LEASE_MS = 10_000

const RETRY: RetryTiming = { first: 400, within: 20_000 }

/** All times are in milliseconds. Tests shorten them. */
export type ChatOptions = {
  context: Context
  events: EventLog
  retry?: RetryTiming
  deadline?: number
  lease?: number
}

/** Answers run on the server, even if their browser leaves. */
export class ChatRuns {
  readonly #options: Required<ChatOptions>
  readonly #bench: ActiveRuns
  readonly #controllers = new Map<string, AbortController>()

  constructor(options: ChatOptions) {
    this.#options = { retry: RETRY, deadline: DEADLINE, lease: ANSWER_LEASE_MS, ...options }
    const { lease } = this.#options
    this.#bench = new ActiveRuns(options.context.log)
    this.#bench.repeat(lease / 5, 'a renewal of leases', () => this.#renew())
    this.#bench.repeat(lease / 2, 'a search for lost answers', () => this.recover())
  }

  /**
   * Sets the credits aside, writes the question down and begins to answer. A second call with the
   * same key gets the same run.
   * @throws Problem before anything is charged; `not_found` when the first answer was deleted
   */
  async ask(question: ReceivedQuestion): Promise<{ conversationId: string; runId: string }> {
    const { context, events, lease } = this.#options
    const before = await findStartedRun(context.database.db, question.once)
    if (before !== null) {
      // If the process of the first call has died, its answer ends now. So the caller waits no
      // longer than the lease.
      await this.#bench.guard('a search for lost answers', () => this.recover())
      if (before === undefined || (await isForgotten(context.database.db, before.id)))
        throw new Problem('not_found', { detail: 'the answer of this key was deleted' })
      return { runId: before.id, conversationId: before.conversation_id ?? '' }
    }
    const until = context.clock.now() + lease
    const asked = await openRun(context, question, { owner: this.#bench.owner, until })
    if (asked === null) return this.ask(question)
    const controller = new AbortController()
    this.#controllers.set(asked.runId, controller)
    const traced = () => ({
      name: 'run chat',
      kind: 'run' as const,
      facts: { 'polymuse.run': asked.runId }
    })
    const inOne = question.inOne === true
    const work = traceWork(context.tracer, traced, () => this.#work(asked, controller, inOne))
    void this.#bench.add(asked.runId, work)
    events.announce(question.caller.userId)
    return asked
  }

  /** Returns the id of the run that answers in a conversation now, or null. */
  async runOf(conversationId: string): Promise<string | null> {
    const row = await this.#options.context.database.db
      .selectFrom('run')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return row?.id ?? null
  }

  /** Stops the answer of a conversation, if there is one. Its text so far stays. */
  async stopConversation(conversationId: string): Promise<void> {
    const runId = await this.runOf(conversationId)
    if (runId === null) return
    const { database, clock } = this.#options.context
    await requestStop(database.db, runId, clock.now(), false)
    this.#controllers.get(runId)?.abort(stopped())
    await this.#bench.done(runId)
  }

  /** Ends the answers of processes that died. */
  recover(): Promise<void> {
    return failLostRuns(this.#options.context, this.#options.events)
  }

  /** Waits until all answers of this process are complete. */
  drain(): Promise<void> {
    return this.#bench.idle()
  }

  /** Ends the answers and timers of this process. Each answer gets a last event. */
  async stop(): Promise<void> {
    for (const controller of this.#controllers.values())
      controller.abort(new Problem('chat_error', { detail: 'the server was stopped' }))
    await this.#bench.stop()
  }

  /**
   * Renews the leases of this process's answers, and aborts those that a user stopped through
   * another process.
   */
  async #renew(): Promise<void> {
    const { context, lease } = this.#options
    if (this.#bench.ids.length === 0) return
    const mine = { owner: this.#bench.owner, until: context.clock.now() + lease }
    for (const run of await renewLeases(context.database.db, mine, this.#bench.ids))
      if (run.stop_at !== null) this.#controllers.get(run.id)?.abort(stopped())
  }

  /** @param inOne the caller gets the answer in one piece */
  async #work(asked: OpenedRun, controller: AbortController, inOne: boolean): Promise<void> {
    const { context, events, retry, deadline } = this.#options
    const { runId, conversationId } = asked
    const opened = events.open(runId)
    const writer = inOne ? bufferAnswerEvents(opened) : opened
    const late = setTimeout(
      () =>
        controller.abort(
          new Problem('timeout', { detail: `not finished within ${deadline / 1000} s` })
        ),
      deadline
    )
    const run = {
      id: runId,
      lease_owner: this.#bench.owner,
      state: 'running',
      finished_at: null
    } as const
    try {
      const ids = idsOf(asked.standing)
      writer.append({ type: 'start', id: conversationId, delta_answer: '', ...ids })
      const ending = await generateAnswer({
        ...asked,
        context,
        writer,
        retry,
        signal: controller.signal
      })
      await writer.gather()
      const finished = await finishRun(context, { ...asked, run }, ending, writer.end)
      if (!finished) context.log.warn({ run: runId }, 'another process ended the run')
    } catch (error) {
      // Nobody renews the lease now. Once it expires, a sweep ends the run and returns its credits.
      writer.release()
      context.log.error({ err: error, run: runId }, 'run could not be finished')
    } finally {
      clearTimeout(late)
      writer.close()
      this.#controllers.delete(runId)
    }
  }
}

/** Returns the ids that tell a page where the answer belongs, so that the page need not ask. */
function idsOf(standing: OpenedRun['standing']) {
  return { message_id: standing.answer, question_id: standing.question, parent_id: standing.parent }
}

function stopped(): Problem {
  return new Problem('canceled', { detail: 'stopped' })
}
