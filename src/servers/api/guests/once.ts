import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { guestUsedUpProblem, guestForbiddenProblem } from '#servers/lib/guest.ts'

/**
 * Questions of a guest that may fail before the guest must stop. Failures are free for the guest,
 * but not for the site.
 */
const ATTEMPTS = 3

/** The actions that a guest may use on a conversation. */
const ACTIONS: readonly string[] = ['chat', 'retrieve', 'retrieve_batch', 'stop']

type Asking = { action: string; references: readonly string[] }

/**
 * Refuses calls that need an account: files, which the server would have to fetch, and changes.
 * @throws Problem `forbidden`
 */
export function checkGuestAction(
  caller: CredentialCaller | null,
  { action, references }: Asking
): void {
  if (caller?.guest !== true) return
  if (!ACTIONS.includes(action)) throw guestForbiddenProblem()
  if (references.length > 0) throw guestForbiddenProblem('guests cannot send files')
}

/**
 * Checks that a guest asks once. A question that failed for free does not count, up to three times.
 * It runs inside the transaction that creates the run, so a second question waits here for the
 * first and sees it.
 * @throws Problem `used_up` for a second question; `forbidden` after the guest signed in
 */
export async function checkGuestAllowance(
  { kind }: Pick<Database, 'kind'>,
  tx: Queries,
  { caller }: { caller: CredentialCaller }
): Promise<void> {
  if (!caller.guest) return
  const found = await tx
    .selectFrom('guest')
    .select('claimed_by')
    .where('id', '=', caller.userId)
    .$if(kind === 'postgres', query => query.forUpdate())
    .executeTakeFirst()
  if (found === undefined || found.claimed_by !== null)
    throw guestForbiddenProblem('this guest has signed in')
  const runs = await tx
    .selectFrom('run')
    .select(['state', 'charged'])
    .where('user_id', '=', caller.userId)
    .execute()
  const answered = runs.some(
    ({ state, charged }) => state === 'queued' || state === 'running' || charged > 0
  )
  if (answered || runs.length >= ATTEMPTS) throw guestUsedUpProblem()
}
