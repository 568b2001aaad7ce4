import type { Application, ChangeApplication } from '#contract/application.ts'
import { Problem } from '#core/problem.ts'
import { updatePeriods } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import {
  getApplication,
  type ApplicationViewer
} from '#servers/platform/applications/applications.ts'
import { resolveServiceId } from '#servers/platform/packages/packages.ts'

/**
 * Accepts a plan that a client sends back unchanged. Its type, scope and service are fixed when it
 * is created, and its other fields are computed.
 * @throws Problem `not_found`; `bad_request` naming a field that would make it another plan
 */
export async function changeApplication(
  context: Context,
  asker: ApplicationViewer,
  id: string,
  input: ChangeApplication
): Promise<Application> {
  const before = await getApplication(context, asker, id)
  const service_id = input.service_id ? resolveServiceId(input.service_id) : undefined
  const wanted = { type: input.type, scope: input.scope, service_id }
  const field = (['type', 'scope', 'service_id'] as const).find(
    name => wanted[name] !== undefined && wanted[name] !== before[name]
  )
  if (field !== undefined) throw refused('bad_request', field, 'not_allowed')
  return before
}

/**
 * Deletes a plan with its credentials. Its receipts, orders and ledger entries stay.
 * @throws Problem `not_found`; `bad_request` while it has credits, which would be lost; `busy`
 * while one of its runs is open
 */
export async function deleteApplication(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  id: string
): Promise<void> {
  await database.transaction(async tx => {
    await updatePeriods(tx, id, clock.now())
    // Lock the funds first, in the same order as a payment does. Nothing can be held or credited
    // until this transaction ends.
    const funds = await tx
      .updateTable('fund')
      .set(({ ref }) => ({ remaining: ref('remaining') }))
      .where('application_id', '=', id)
      .returning('remaining')
      .execute()
    const waiting = tx
      .selectFrom('period')
      .select('id')
      .where('application_id', '=', id)
      .where('state', '=', 'waiting')
      .limit(1)
    const left =
      funds.some(({ remaining }) => remaining > 0) ||
      (await waiting.executeTakeFirst()) !== undefined
    if (left) throw refused('bad_request', 'remaining_amount', 'not_allowed')
    const running = tx
      .selectFrom('run')
      .select('id')
      .where('application_id', '=', id)
      .where('state', 'in', ['queued', 'running'])
    if ((await running.limit(1).executeTakeFirst()) !== undefined)
      throw refused('busy', 'run', 'running')
    const gone = await tx.deleteFrom('application').where('id', '=', id).executeTakeFirst()
    if (gone.numDeletedRows === 0n)
      throw new Problem('not_found', { detail: `no application ${id}` })
    await tx.deleteFrom('credential').where('application_id', '=', id).execute()
  })
}

function refused(code: 'bad_request' | 'busy', field: string, issue: string): Problem {
  return new Problem(code, { detail: `${field}: ${issue}`, issues: [{ field, code: issue }] })
}
