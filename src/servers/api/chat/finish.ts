import { tokenCost } from '#core/money.ts'
import type { Problem } from '#core/problem.ts'
import { estimateTokens } from '#core/tokens.ts'
import { settlement, type Purse } from '#servers/api/chat/purse.ts'
import type { EventData, RunWriter } from '#servers/api/events/event-log.ts'
import { settle } from '#servers/api/ledger/ledger.ts'
import type { Context } from '#servers/lib/context.ts'

/** How an answer ended. `usage` is null where the provider did not measure it. */
export type Ending = {
  text: string
  reasoning: string
  usage: { input: number; output: number } | null
  /** Null when the model finished by itself. */
  problem: Problem | null
}

export type Bill = { charged: number; measure: 'measured' | 'estimated' | null; tokens: { input: number; output: number }; reason: string }

/**
 * What an ending costs (design, charging table): nothing without output; the measured tokens where there are some;
 * else the prompt and the tokens shown, estimated. Never more than was held.
 */
export function billFor(purse: Purse, { text, reasoning, usage, problem }: Ending): Bill {
  const shown = { input: purse.inputTokens, output: estimateTokens(text) + estimateTokens(reasoning) }
  const tokens = usage ?? shown
  const reason = problem === null ? 'finished' : problem.code
  if (text === '' && reasoning === '') return { charged: 0, measure: null, tokens: { input: 0, output: 0 }, reason }
  const cost = tokenCost(purse.price, tokens.input, tokens.output)
  return { charged: Math.min(cost, purse.held), measure: usage === null ? 'estimated' : 'measured', tokens, reason }
}

/** Which run ends, and who may end it: only the process that holds its lease. */
export type Ended = { runId: string; leaseOwner: string; conversationId: string; purse: Purse }

/**
 * A run's final state: money, receipt, message and last event in one transaction, or none of it.
 * @returns false when another process has ended it already
 */
export async function finishRun(context: Context, ended: Ended, ending: Ending, writer: Pick<RunWriter, 'end'>): Promise<boolean> {
  const { runId, leaseOwner, conversationId, purse } = ended
  const { problem } = ending
  const now = context.clock.now()
  const bill = billFor(purse, ending)
  const stopped = problem?.code === 'canceled'
  const publish = await context.database.transaction(async tx => {
    const taken = await tx
      .updateTable('run')
      .set({
        state: problem === null ? 'succeeded' : stopped ? 'cancelled' : 'failed',
        held: purse.held,
        charged: bill.charged,
        measure: bill.measure,
        reason: bill.reason,
        status_code: problem?.status ?? 200,
        finished_at: now
      })
      .where('id', '=', runId)
      .where('lease_owner', '=', leaseOwner)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return null
    await settle(tx, settlement(purse, now), bill.charged)
    await tx
      .updateTable('message')
      .set({
        content: JSON.stringify(ending.text),
        reasoning: ending.reasoning,
        state: problem === null ? 'finished' : 'failed',
        error: problem === null ? null : JSON.stringify({ code: problem.code, detail: problem.detail })
      })
      .where('run_id', '=', runId)
      .where('role', '=', 'assistant')
      .execute()
    await tx.updateTable('conversation').set({ updated_at: now }).where('id', '=', conversationId).execute()
    return writer.end(tx, lastEvent(conversationId, bill, problem))
  })
  publish?.()
  return publish !== null
}

function lastEvent(id: string, { tokens }: Bill, problem: Problem | null): EventData {
  if (problem !== null) return { type: 'error', id, delta_answer: '', error: { code: problem.code, detail: problem.detail } }
  const usage = { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: tokens.input + tokens.output }
  return { type: 'done', id, delta_answer: '', usage }
}
