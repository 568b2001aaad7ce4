import { microToCredits, tokenCost, type TokenPrice } from '#core/money.ts'
import type { Problem } from '#core/problem.ts'
import type { VendorCost } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { indexMessage } from '#servers/api/chat/passages.ts'
import type { AnswerPrefix } from '#servers/api/chat/place.ts'
import type { ChatHold } from '#servers/api/chat/chat-hold.ts'
import type { QuestionFacts } from '#servers/api/chat/rows.ts'
import { updateConversationSize } from '#servers/conversations/size.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { storableText } from '#servers/lib/storable.ts'
import { costColumns, endRun } from '#servers/runs/end.ts'
import type { RunWriter } from '#servers/runs/event-log.ts'
import type { HeldRun } from '#servers/runs/lease.ts'

/** The result of an answer. `usage` is null when the provider did not measure it. */
export type AnswerResult = {
  text: string
  reasoning: string
  /** Names and arguments of tool calls. */
  call: string
  /** Milliseconds from the first thought to the first word; null without thoughts. */
  thought: number | null
  usage: { input: number; output: number } | null
  /** The answer reached its maximum length. */
  cut?: boolean
  /** Null when the model finished normally. */
  problem: Problem | null
}

type Bill = {
  charged: number
  measure: 'measured' | 'estimated' | null
  tokens: { input: number; output: number }
  reason: string
  cost: VendorCost | null
}

/** Estimates the tokens of everything that was shown. */
export function shownTokens({
  text,
  reasoning,
  call
}: Pick<AnswerResult, 'text' | 'reasoning' | 'call'>): number {
  return estimateTokens(text) + estimateTokens(reasoning) + estimateTokens(call)
}

/**
 * Computes the price of an answer (design, charging table): nothing without output; the measured
 * tokens if the provider sent them; or else the estimated prompt and output. It is never more than
 * was set aside.
 */
function billFor(hold: ChatHold, ending: AnswerResult, rates: TokenPrice | undefined): Bill {
  const { usage, problem } = ending
  const shown = { input: hold.inputTokens, output: shownTokens(ending) }
  const tokens = usage ?? shown
  const reason = problem === null ? 'finished' : problem.code
  if (shown.output === 0)
    return {
      charged: 0,
      measure: null,
      tokens: { input: 0, output: 0 },
      reason,
      cost: vendorCost(rates, usage ?? { input: 0, output: 0 }, usage !== null)
    }
  const price = tokenCost(hold.price, tokens.input, tokens.output)
  return {
    charged: Math.min(price, hold.held),
    measure: usage === null ? 'estimated' : 'measured',
    tokens,
    reason,
    cost: vendorCost(rates, tokens, usage !== null)
  }
}

/** @returns null when the vendor's price is unknown */
function vendorCost(
  rates: TokenPrice | undefined,
  { input, output }: Bill['tokens'],
  measured: boolean
): VendorCost | null {
  return rates === undefined ? null : { micro: tokenCost(rates, input, output), measured }
}

/** An ended answer, with the request that its run stores. */
export type EndedAnswer = {
  run: HeldRun
  conversationId: string
  hold: ChatHold
  request: Partial<QuestionFacts>
}

/**
 * Ends an answer: money, receipt, message and last event in one transaction, or none of it.
 * @param last writes the last event; what it returns is called after the commit
 * @returns false when another process has ended the answer
 */
export function finishRun(
  context: Context,
  { run, conversationId, hold, request }: EndedAnswer,
  ending: AnswerResult,
  last: RunWriter['end']
): Promise<boolean> {
  const { problem } = ending
  const bill = billFor(hold, ending, request.cost)
  // The message now contains the text that the answer continued. A receipt must not keep it, since
  // the user may delete the message.
  const { prefix, ...kept } = request
  const stopped = problem?.code === 'canceled'
  const end = {
    state: problem === null ? 'succeeded' : stopped ? 'cancelled' : 'failed',
    held: hold.held,
    charged: bill.charged,
    measure: bill.measure,
    reason: bill.reason,
    status_code: problem?.status ?? 200,
    ...costColumns(hold.fund, bill.cost),
    response: bill.measure === null ? null : JSON.stringify({ usage: usageOf(bill) }),
    ...(prefix !== undefined && { request: JSON.stringify(kept) })
  } as const
  return endRun(context, run, end, async (tx, { trace_id: traceId }) => {
    const whole = withPrefix(prefix, ending)
    const answer = await endMessage(tx, run.id, conversationId, whole, context.clock.now())
    return last(tx, {
      type: problem === null ? 'done' : 'error',
      id: conversationId,
      delta_answer: '',
      ...finishOf(ending),
      ...(problem !== null && { error: errorOf(problem, traceId) }),
      ...answer,
      ...(whole.thought !== null && { thought: whole.thought / 1000 }),
      ...(bill.measure !== null && {
        usage: usageOf(bill),
        estimated: bill.measure === 'estimated'
      }),
      price: microToCredits(bill.charged)
    })
  })
}

/** Returns the part of a failure that is stored: its issues, if they say more than its code. */
function toldOf({ code, detail, issues }: Pick<Problem, 'code' | 'detail' | 'issues'>) {
  return {
    code,
    detail,
    ...(issues.length > 0 && {
      issues: issues.map(({ field, code: why }) => ({ field, code: why }))
    })
  }
}

/** `retry_after` is in seconds, and set when waiting helps. */
function errorOf({ code, detail, issues, retryAfter }: Problem, traceId: string) {
  return {
    ...toldOf({ code, detail, issues }),
    trace_id: traceId,
    ...(retryAfter !== undefined && { retry_after: retryAfter })
  }
}

/** @returns the ids of the answer and of its question, for the last event */
async function endMessage(
  tx: Queries,
  runId: string,
  conversationId: string,
  whole: AnswerResult,
  now: number
) {
  const { text, reasoning, thought, problem } = whole
  const answer = await tx
    .updateTable('message')
    .set({
      content: JSON.stringify(text),
      reasoning: storableText(reasoning),
      thought,
      state: problem === null ? 'finished' : 'failed',
      error: problem === null ? null : JSON.stringify(toldOf(problem))
    })
    .where('run_id', '=', runId)
    .where('role', '=', 'assistant')
    .returning(['id', 'parent_id'])
    .executeTakeFirst()
  const conversation = await updateConversationSize(tx, conversationId, { updated_at: now })
  if (answer === undefined) return {}
  if (conversation?.listed === 1)
    await indexMessage(tx, { conversationId, userId: conversation.user_id }, answer.id, text)
  return { message_id: answer.id, question_id: answer.parent_id }
}

/** A continued answer contains the earlier text. Only the new part was paid for. */
function withPrefix(prefix: AnswerPrefix | undefined, ending: AnswerResult): AnswerResult {
  if (prefix === undefined) return ending
  const reasoning = [prefix.reasoning, ending.reasoning].filter(Boolean).join('\n\n')
  const thought =
    prefix.thought === null && ending.thought === null
      ? null
      : (prefix.thought ?? 0) + (ending.thought ?? 0)
  return { ...ending, text: prefix.text + ending.text, reasoning, thought }
}

/** Returns why an answer ended, for programs that run tools or continue a cut-off answer. */
function finishOf({ call, cut, problem }: AnswerResult): {
  finish_reason?: 'length' | 'tool_calls'
} {
  if (problem !== null) return {}
  if (cut === true) return { finish_reason: 'length' }
  return call === '' ? {} : { finish_reason: 'tool_calls' }
}

function usageOf({ tokens: { input, output } }: Bill) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}
