import type { Context } from '#servers/lib/context.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { loadToolTitle } from '#servers/lib/tool-title.ts'

/** A task that took at least this many milliseconds is long: its user may have left meanwhile. */
export const LONG_TASK = 60_000

/**
 * Mails a user that their long task has ended, if they have turned such mails on. A cancelled task
 * is not mailed, since its user cancelled it.
 */
export async function mailLongResult(
  context: Context,
  { id, user_id, service, created_at }: Pick<RunRow, 'id' | 'user_id' | 'service' | 'created_at'>,
  state: 'succeeded' | 'failed' | 'cancelled'
): Promise<void> {
  if (state === 'cancelled' || context.clock.now() - created_at < LONG_TASK) return
  const facts = {
    runId: id,
    service,
    ready: state === 'succeeded',
    title: await loadToolTitle(context, service)
  }
  await sendNotice(context, user_id, 'result', facts)
}
