import { Problem } from '#core/problem.ts'
import { removeOrphans } from '#servers/conversations/size.ts'
import { leaveSites, findSoleAdminSites } from '#servers/auth/account/admins.ts'
import { planRepetitions } from '#servers/auth/account/repeat-deletion.ts'
import { deleteSignInLinks, eraseUser } from '#servers/people/erase.ts'
import { hasRunningWork, isFreshSignIn } from '#servers/auth/account/overview.ts'
import { hasPassword } from '#servers/people/ways-in.ts'
import { callBetterAuth } from '#servers/auth/ask-identity.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { readLoginSession, sessionCookies } from '#servers/auth/sessions.ts'
import type { Peer } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { forgetMails } from '#servers/lib/mail/forget.ts'

type Asking = { context: AuthContext; request: Request; url: URL; peer: Peer }
type Begun = Awaited<ReturnType<AuthContext['orders']['takeBack']>>
type Answer = { password?: string | undefined; confirm: string }

/**
 * Deletes an account. It first asks for the password, or another proof that the user owns the
 * account. It removes everything but the bookkeeping in one transaction, and then closes unfinished
 * payments.
 * @returns a response that clears the cookies of the login page and of the hub on this host
 * @throws Problem `bad_request` for a wrong password or address; `forbidden` for a sign-in that is
 *   not fresh, or for the only admin of a site; `busy` while a task or answer runs
 */
export async function deleteAccount(
  asking: Asking,
  { password, confirm }: Answer
): Promise<Response> {
  const { context, request, url } = asking
  const own = await readLoginSession(context, request)
  const { email } = await context.database.db
    .selectFrom('user')
    .select('email')
    .where('id', '=', own.userId)
    .executeTakeFirstOrThrow()
  if (confirm.trim().toLowerCase() !== email.toLowerCase())
    throw refused('bad_request', 'confirm', 'wrong_address')
  if (await hasPassword(context.database.db, own.userId))
    await checkPassword(asking, email, password)
  else if (!isFreshSignIn(own)) throw refused('forbidden', 'session', 'stale')
  const begun = await context.database.transaction(tx =>
    end(context, tx, { id: own.userId, email }, url)
  )
  await removeOrphans(context.database.db)
  await forgetMails(context, email)
  await context.orders.close(context, begun)
  return farewell(asking)
}

/** @returns the user's orders with a begun payment */
async function end(
  context: AuthContext,
  tx: Queries,
  person: { id: string; email: string },
  url: URL
): Promise<Begun> {
  const begun = await context.orders.takeBack(tx, person.id, context.clock.now())
  await lock(context, tx, person.id)
  const [site] = await findSoleAdminSites(context, person.id, url, tx)
  if (site !== undefined) {
    throw new Problem('forbidden', {
      detail: `you are the only admin of ${site}`,
      issues: [{ field: 'site', code: 'only_admin' }]
    })
  }
  if (await hasRunningWork(tx, person.id)) throw refused('busy', 'run', 'running')
  await leaveSites(tx, person.id, context.clock.now())
  await eraseUser(tx, person.id)
  await deleteSignInLinks(tx, person.email)
  await planRepetitions(tx, person.id, context.clock.now())
  return begun
}

/**
 * Locks the user, so that two deletions, or a deletion and a new run, do not overlap. SQLite needs
 * no lock, since it runs one transaction at a time.
 */
async function lock({ database }: AuthContext, tx: Queries, userId: string): Promise<void> {
  const locking = database.kind === 'postgres'
  const user = tx.selectFrom('user').select('id').where('id', '=', userId)
  const found = await user.$if(locking, query => query.forUpdate()).executeTakeFirst()
  if (found === undefined)
    throw new Problem('invalid_token', { detail: 'this account no longer exists' })
  if (!locking) return
  const own = tx.selectFrom('application').select('id').where('user_id', '=', userId)
  await tx.selectFrom('site').select('id').orderBy('id').forUpdate().execute()
  await tx
    .selectFrom('fund')
    .select('kind')
    .where('application_id', 'in', own)
    .forUpdate()
    .execute()
}

function checkPassword(
  { context, request, peer }: Asking,
  email: string,
  password: string | undefined
): Promise<unknown> {
  if (password === undefined) throw refused('bad_request', 'password', 'required')
  return context.limits.guess(email, () =>
    callBetterAuth({ context, request, peer }, '/api/auth/verify-password', { password })
  )
}

/** Clears everything of the user in this browser. */
async function farewell({ context, request, url, peer }: Asking): Promise<Response> {
  const ended = await callBetterAuth({ context, request, peer }, '/api/auth/sign-out', {})
  const headers = new Headers({ 'clear-site-data': '"storage"' })
  for (const cookie of [
    ...ended.headers.getSetCookie(),
    ...(await sessionCookies(context, url, ''))
  ])
    headers.append('set-cookie', cookie)
  return new Response(null, { status: 204, headers })
}

function refused(
  code: 'bad_request' | 'forbidden' | 'busy',
  field: string,
  issue: string
): Problem {
  return new Problem(code, { detail: `${field}: ${issue}`, issues: [{ field, code: issue }] })
}
