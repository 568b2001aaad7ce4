import type { FieldValues } from '#core/condition.ts'
import { hasFileValues, guestRunIssue } from '#core/guest-try.ts'
import type { Action, Service } from '#core/service.ts'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { checkGuestAllowance } from '#servers/api/guests/once.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { guestForbiddenProblem, guestRunProblem } from '#servers/lib/guest.ts'

/** The actions that a guest may use on their task. */
const ACTIONS: readonly string[] = ['retrieve', 'retrieve_batch', 'cancel']

/** @throws Problem `forbidden` for a guest who wants to change or delete a task */
export function checkGuestTaskAction(caller: CredentialCaller | null, action: string): void {
  if (caller?.guest === true && !ACTIONS.includes(action)) throw guestForbiddenProblem()
}

/**
 * Checks the body of a guest's run before its files are read, since those need an account.
 * @throws Problem `forbidden` for files, or a callback
 */
export function checkGuestBody(
  { guest }: CredentialCaller,
  action: Action,
  body: Readonly<Record<string, unknown>>
): void {
  if (!guest) return
  if (hasFileValues(action, body)) throw guestRunProblem('guest_file')
  if (body['callback_url']) throw guestForbiddenProblem('guests cannot use callbacks')
}

/**
 * Checks what a guest's run would cost, by its valid values.
 * @throws Problem `forbidden` for a run that costs more than the tool's first form as it opens
 */
export function checkGuestRun(
  { guest }: CredentialCaller,
  { service, action }: { service: Service; action: Action },
  values: FieldValues
): void {
  const issue = guest ? guestRunIssue(service, action, values) : null
  if (issue !== null) throw guestRunProblem(issue)
}

type Try = { id: string; caller: CredentialCaller; fund: FundKind; price: number; now: number }

/**
 * Lets a guest try one run of a tool, inside the transaction that creates it. The guest's plan gets
 * the credits that the run needs beyond those for an answer.
 * @param run its id, its price in micro-credits, and the time in unix milliseconds
 * @throws Problem `used_up` after their answer or result; `forbidden` after they signed in
 */
export async function allowGuestRun(
  database: Pick<Database, 'kind'>,
  tx: Queries,
  { id, caller, fund, price, now }: Try
): Promise<void> {
  if (!caller.guest) return
  await checkGuestAllowance(database, tx, { caller })
  const { applicationId } = caller
  const amount = price - (await readRemaining(tx, applicationId, fund))
  if (amount <= 0) return
  await credit(tx, 'free', { applicationId, fund, reference: `guest:${id}`, amount, now })
}
