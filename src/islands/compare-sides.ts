import { createTurn, turnsOf } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import type { ComparedSide, CompareResultsProps } from '#islands/compare-props.ts'
import type { ComparisonSide } from '#stores/comparing.ts'
import { isTaskRunning } from '#stores/shelf.ts'

/** Returns the sides as the page was rendered with them. */
export function sidesOf({ comparison, sides }: CompareResultsProps): ComparisonSide[] {
  return comparison.models.map(({ run_id, conversation_id, state, started_at, seconds }, at) => {
    const answer = sides[at]?.answer ?? null
    const [stored = null] = answer === null ? [] : turnsOf({ messages: [answer] })
    const isActive = state === 'queued' || state === 'running'
    const growing =
      isActive && comparison.kind === 'chat'
        ? { ...(stored ?? createTurn('assistant', '')), state: 'answering' as const }
        : stored
    return {
      phase: run_id === null ? 'idle' : isActive ? 'running' : 'ended',
      run: run_id,
      conversation: conversation_id,
      turn: growing,
      failure: null,
      sentAt: started_at === null ? null : Date.parse(started_at),
      seconds
    }
  })
}

/** The state of a model, its price and its time, as the page shows them. */
export type SideState = {
  state: 'idle' | 'sending' | 'running' | 'ready' | 'failed' | 'gone'
  /** Decimal credits that were charged; null until then. */
  price: number | null
  seconds: number | null
}

/**
 * Joins a side with its task. A result that its user has deleted is gone.
 * @param task undefined for a chat model, and for a task that is not on the shelf
 */
export function sideState(
  { phase, turn: answer, failure, seconds }: ComparisonSide,
  task: Task | undefined,
  { service, offered }: Pick<ComparedSide, 'service' | 'offered'>
): SideState {
  const nothing = { price: null, seconds: null }
  if (phase === 'idle') {
    if (!offered) return { state: 'gone', ...nothing }
    return { state: failure === null ? 'idle' : 'failed', ...nothing }
  }
  if (phase === 'sending') return { state: 'sending', ...nothing }
  if (service === null) {
    if (phase === 'running') return { state: 'running', ...nothing }
    if (answer === null) return { state: 'gone', ...nothing }
    const isFailed = answer.failure !== null && answer.failure.code !== 'canceled'
    return { state: isFailed ? 'failed' : 'ready', price: answer.price, seconds }
  }
  if (task === undefined) return { state: 'gone', ...nothing }
  if (isTaskRunning(task)) return { state: 'running', ...nothing }
  return {
    state: task.state === 'succeeded' ? 'ready' : 'failed',
    price: task.deducted_amount ?? null,
    seconds: task.elapsed ?? null
  }
}

/**
 * Tells whether the run of a side starts when its page opens. A tool whose price has risen since
 * waits for the user, who sees the new price. The price of an answer is an estimate.
 * @param shown micro-credits that the form of the comparison showed
 */
export function startsAtOnce(
  side: Pick<ComparedSide, 'service' | 'offered' | 'quote'> | undefined,
  shown = Infinity
): boolean {
  return side?.offered === true && (side.service === null || side.quote.micro <= shown)
}
