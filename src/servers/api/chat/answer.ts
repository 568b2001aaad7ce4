import type { ChatEndpoint } from '#catalog/chat/provider.server.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { ChatDelta, ChatQuestion, Json } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { separateReasoning } from '#providers/think-tags.ts'
import { joinSplitCharacters } from '#providers/whole-characters.ts'
import { shownTokens, type AnswerResult } from '#servers/api/chat/finish.ts'
import { extendChatHold, paidTokens, type ChatHold } from '#servers/api/chat/chat-hold.ts'
import { loadTurnFiles } from '#servers/api/chat/references.ts'
import { streamFromAccounts } from '#servers/api/chat/ways.ts'
import type { RunWriter } from '#servers/runs/event-log.ts'
import { usedUpProblem } from '#servers/ledger/key-limit.ts'
import type { Context } from '#servers/lib/context.ts'

/**
 * `first`: the first pause before a retry; `within`: how long a busy provider is retried before its
 * first word. Both are in milliseconds.
 */
export type RetryTiming = { first: number; within: number }

/** Hold more credits when the held ones pay for fewer than this many further tokens. */
const AHEAD = 200

export type AnswerRun = {
  context: Context
  /** The user who asks. The files of the question belong to them. */
  userId: string
  conversationId: string
  question: ChatQuestion
  ways: readonly ChatEndpoint[]
  /** The answer is paid with the user's own provider key, not with credits. */
  own: boolean
  hold: ChatHold
  writer: RunWriter
  retry: RetryTiming
  /**
   * Aborted with a Problem that says why: the user stopped it, the deadline passed, or the server
   * stops.
   */
  signal: AbortSignal
}

/** Asks the provider and writes its answer down until it ends in any way. It never throws. */
export async function generateAnswer(run: AnswerRun): Promise<AnswerResult> {
  const ending: AnswerResult = {
    text: '',
    reasoning: '',
    call: '',
    thought: null,
    usage: null,
    problem: null
  }
  const clock = thinkingClock(ending)
  try {
    const turns = await loadTurnFiles(run.context, run.userId, run.question.turns)
    const told = joinSplitCharacters(withRetry({ ...run, question: { ...run.question, turns } }))
    for await (const delta of separateReasoning(told)) {
      clock(delta)
      if (delta.type === 'finish')
        [ending.usage, ending.cut] = [believed(run, ending, delta.usage), delta.cut === true]
      else await take(run, ending, delta)
    }
    const mayEndEmpty = ending.cut === true && run.question.mayEndEmpty === true
    if (ending.text === '' && ending.call === '' && !mayEndEmpty)
      throw new Problem('chat_error', { detail: 'the model returned no text' })
    await cover(run, ending.usage?.output ?? 0)
  } catch (thrown) {
    const reason: unknown = run.signal.aborted ? run.signal.reason : thrown
    ending.problem = toProblem(reason)
    if (ending.problem.code === 'unknown')
      run.context.log.error({ err: ending.problem.cause, run: run.hold.runId }, 'answer failed')
  }
  return ending
}

/**
 * Limits the number of output tokens that a provider reports, since the user pays for them. It is
 * at most the number shown, or the number allowed if that is higher.
 */
function believed(
  { question }: AnswerRun,
  ending: AnswerResult,
  usage: AnswerResult['usage']
): AnswerResult['usage'] {
  return (
    usage && {
      ...usage,
      output: Math.min(usage.output, Math.max(question.maxOutput, shownTokens(ending)))
    }
  )
}

/**
 * Measures the time from the first thought to the first word, or to the last thought when no word
 * comes.
 */
function thinkingClock(ending: AnswerResult): (delta: ChatDelta) => void {
  let began: number | null = null
  return ({ type }) => {
    if (type === 'reasoning') began ??= performance.now()
    if (began !== null && ending.text === '') ending.thought = Math.round(performance.now() - began)
  }
}

async function take(
  run: AnswerRun,
  ending: AnswerResult,
  delta: Exclude<ChatDelta, { type: 'finish' }>
): Promise<void> {
  // A tool call sends its name first, then its arguments.
  const said = delta.type === 'call' && delta.text === '' ? delta.name : delta.text
  const shown = shownTokens(ending) + estimateTokens(said)
  if (!(await cover(run, shown))) throw usedUpProblem(run.hold.end)
  ending[delta.type] += said
  run.writer.append({ type: 'text_delta', id: run.conversationId, ...pieceOf(delta) })
}

function pieceOf(delta: Exclude<ChatDelta, { type: 'finish' }>): Record<string, Json> {
  switch (delta.type) {
    case 'text':
      return { delta_answer: delta.text }
    case 'reasoning':
      return { delta_answer: '', delta_reasoning: delta.text }
    case 'call':
      return {
        delta_answer: '',
        delta_call: { id: delta.id, name: delta.name, arguments: delta.text }
      }
  }
}

/**
 * Holds more credits before `tokens` of output cost more than is held, but never more than the
 * answer can still cost.
 * @returns false when the credits run out first
 */
async function cover({ context, hold, question }: AnswerRun, tokens: number): Promise<boolean> {
  const most = Math.max(tokens, question.maxOutput)
  while (paidTokens(hold) < Math.min(tokens + AHEAD, most)) {
    if (!(await extend(context, hold, most - paidTokens(hold)))) return paidTokens(hold) >= tokens
  }
  return true
}

/**
 * Holds the credits for one more step completely or not at all. If another run spent the credits
 * meanwhile, it returns false, and the answer ends without a server error.
 */
async function extend(
  { database, clock }: Context,
  hold: ChatHold,
  most: number
): Promise<boolean> {
  const before = { held: hold.held, steps: hold.steps }
  try {
    return await database.transaction(tx => extendChatHold(tx, hold, most, clock.now()))
  } catch (error) {
    Object.assign(hold, before)
    if (error instanceof Problem && error.code === 'used_up') return false
    throw error
  }
}

/** Retries with growing, random pauses while the provider is busy and has not sent a word. */
async function* withRetry({ signal, retry, ...asking }: AnswerRun): AsyncGenerator<ChatDelta> {
  const started = performance.now()
  for (let pause = retry.first; ; pause *= 2) {
    let begun = false
    try {
      for await (const delta of streamFromAccounts({
        ...asking,
        runId: asking.hold.runId,
        signal
      })) {
        begun = true
        yield delta
      }
      return
    } catch (error) {
      const busy = error instanceof Problem && error.code === 'busy'
      const wait = Math.max(
        pause * (0.5 + Math.random()),
        busy ? (error.retryAfter ?? 0) * 1000 : 0
      )
      if (begun || !busy || performance.now() - started + wait > retry.within) throw error
      await rest(wait, signal)
    }
  }
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(toProblem(signal.reason))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
