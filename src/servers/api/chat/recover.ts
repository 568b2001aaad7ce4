import { Problem } from '#core/problem.ts'
import type { ToolCall } from '#core/provider.ts'
import { finishRun, type AnswerResult } from '#servers/api/chat/finish.ts'
import type { ChatHold } from '#servers/api/chat/chat-hold.ts'
import { parseQuestionFacts } from '#servers/api/chat/rows.ts'
import type { Context } from '#servers/lib/context.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import type { EventData } from '#servers/runs/event-rows.ts'
import { listLostAnswers } from '#servers/runs/lease.ts'

/** Lost answers that one search ends. */
const BATCH = 50

/** An event, and its time in unix milliseconds. */
type Piece = EventData & { at: number }

/**
 * Ends answers whose process has not renewed its lease, as if the provider had broken off. The text
 * so far stays and is charged, and the other credits are returned.
 */
export async function failLostRuns(context: Context, log: Pick<EventLog, 'record'>): Promise<void> {
  const { database, clock } = context
  for (const run of await listLostAnswers(database.db, clock.now(), BATCH))
    await failRun(context, log, run)
}

async function failRun(
  context: Context,
  log: Pick<EventLog, 'record'>,
  run: RunRow
): Promise<void> {
  const events = await context.database.db
    .selectFrom('event')
    .select(['data', 'created_at'])
    .where('run_id', '=', run.id)
    .orderBy('seq')
    .execute()
  const pieces = events.map((event): Piece => ({
    ...(JSON.parse(event.data) as EventData),
    at: event.created_at
  }))
  const join = (key: string): string => pieces.map(piece => piece[key] ?? '').join('')
  const ending: AnswerResult = {
    text: join('delta_answer'),
    reasoning: join('delta_reasoning'),
    call: pieces.map(calledIn).join(''),
    thought: thoughtOf(pieces),
    usage: null,
    problem: new Problem('chat_error', { detail: 'the server stopped during the answer' })
  }
  const ended = {
    run,
    conversationId: run.conversation_id ?? '',
    hold: await readChatHold(context, run),
    request: parseQuestionFacts(run.request)
  }
  await finishRun(context, ended, ending, (tx, data) => log.record(tx, run.id, data))
}

/** Returns what an event adds to a tool call: its name, then its arguments. */
function calledIn({ delta_call: call }: Piece): string {
  const { name = '', arguments: written = '' } = (call ?? {}) as Partial<ToolCall>
  return written || name
}

/**
 * Returns the milliseconds between the first thought and the first word, by the times of their
 * events.
 */
function thoughtOf(pieces: readonly Piece[]): number | null {
  const began = pieces.find(piece => Boolean(piece['delta_reasoning']))
  const ended = pieces.find(piece => Boolean(piece['delta_answer'])) ?? pieces.at(-1)
  return began === undefined || ended === undefined ? null : ended.at - began.at
}

/**
 * Reads from the ledger how much was set aside, since the process may have died before it updated
 * the run.
 */
async function readChatHold(context: Context, run: RunRow): Promise<ChatHold> {
  const holds = await context.database.db
    .selectFrom('ledger')
    .select('amount')
    .where('kind', '=', 'hold')
    // The index on `reference` supports this range query in any collation, but not LIKE.
    .where('reference', '>=', `${run.id}:`)
    .where('reference', '<=', `${run.id}:z`)
    .execute()
  const { price, input = 0 } = parseQuestionFacts(run.request)
  return {
    runId: run.id,
    applicationId: run.application_id,
    credentialId: run.credential_id,
    fund: run.fund,
    price: price ?? { input: 0, output: 0 },
    inputTokens: input,
    held: -holds.reduce((sum, { amount }) => sum + amount, 0),
    steps: holds.length,
    end: 'fund'
  }
}
