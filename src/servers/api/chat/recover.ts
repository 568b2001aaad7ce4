import type { Selectable } from 'kysely'
import { findModel } from '#catalog/chat/models.ts'
import { textOf } from '#core/chat.ts'
import type { TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { contentOf, messagesOf } from '#servers/api/chat/conversations.ts'
import { finishRun, type Ending } from '#servers/api/chat/finish.ts'
import type { Purse } from '#servers/api/chat/purse.ts'
import { tokensOf } from '#servers/api/chat/turns.ts'
import type { EventData } from '#servers/api/events/event-log.ts'
import type { Context } from '#servers/lib/context.ts'
import type { RunTable } from '#servers/lib/database/tables.ts'

/** How many lost runs one sweep ends. */
const BATCH = 50

type Run = Selectable<RunTable>

/**
 * Ends the runs whose process has not been heard of within their lease, as if the provider had broken off: the
 * text that was written stays and is charged as shown, the rest of the hold goes back.
 */
export async function failLostRuns(context: Context): Promise<void> {
  const lost = await context.database.db
    .selectFrom('run')
    .selectAll()
    .where('state', '=', 'running')
    .where('lease_until', '<', context.clock.now())
    // Answers alone: tasks are taken up where they stand, by whoever claims them next.
    .where('conversation_id', 'is not', null)
    .limit(BATCH)
    .execute()
  for (const run of lost) await failRun(context, run)
}

async function failRun(context: Context, run: Run): Promise<void> {
  const events = await context.database.db.selectFrom('event').select(['seq', 'data']).where('run_id', '=', run.id).orderBy('seq').execute()
  const pieces = events.map(event => JSON.parse(event.data) as EventData)
  const join = (key: string): string => pieces.map(piece => piece[key] ?? '').join('')
  const ending: Ending = {
    text: join('delta_answer'),
    reasoning: join('delta_reasoning'),
    usage: null,
    problem: new Problem('chat_error', { detail: 'the server stopped while it answered' })
  }
  const conversationId = run.conversation_id ?? ''
  const ended = { runId: run.id, leaseOwner: run.lease_owner, conversationId, purse: await purseOf(context, run) }
  const seq = (events.at(-1)?.seq ?? 0) + 1
  await finishRun(context, ended, ending, {
    async end(tx, data) {
      await tx
        .insertInto('event')
        .values({ run_id: run.id, seq, data: JSON.stringify(data), created_at: context.clock.now() })
        .execute()
      return () => undefined
    }
  })
}

/** What a run's holds amount to by the ledger, which counts also a hold whose run row was not updated any more. */
async function purseOf(context: Context, run: Run): Promise<Purse> {
  const holds = await context.database.db
    .selectFrom('ledger')
    .select('amount')
    .where('kind', '=', 'hold')
    .where('reference', 'like', `${run.id}:%`)
    .execute()
  const messages = await messagesOf(context.database.db, [run.conversation_id ?? ''])
  const conversation = await context.database.db
    .selectFrom('conversation')
    .select('model')
    .where('id', '=', run.conversation_id)
    .executeTakeFirst()
  const asked = messages.filter(message => message.run_id !== run.id || message.role === 'user')
  const turns = asked.map(message => ({ role: message.role, content: contentOf(message) })).filter(turn => textOf(turn.content) !== '')
  return {
    runId: run.id,
    applicationId: run.application_id,
    credentialId: run.credential_id,
    fund: run.fund,
    price: agreedPrice(run) ?? findModel(conversation?.model ?? '')?.price ?? { input: 0, output: 0 },
    inputTokens: tokensOf(turns),
    held: -holds.reduce((sum, { amount }) => sum + amount, 0),
    steps: holds.length,
    end: 'fund'
  }
}

/** The price at which a run was begun; runs of older versions did not write it down. */
function agreedPrice({ request }: Run): TokenPrice | null {
  return request === null ? null : (JSON.parse(request) as { price: TokenPrice }).price
}
