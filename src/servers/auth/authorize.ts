import type { SignIn } from '#contract/sign-in.ts'
import { Problem } from '#core/problem.ts'
import { issueCode } from '#servers/auth/codes.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { checkReturn, withCode } from '#servers/auth/redirects.ts'

type Question = {
  site?: string | undefined
  inviter_id?: string | undefined
  redirect?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
}

/**
 * What the login page needs to know: whose brand it wears, and for somebody who is signed in already the address to
 * go on to, with a fresh code in it.
 * @param request carries the login page's own cookie
 * @throws Problem `bad_request` for an address that is not of this studio
 */
export async function authorize(context: AuthContext, request: Request, question: Question): Promise<SignIn> {
  const page = new URL(request.url)
  const { origin, redirect } = await checkReturn(context.sites, question, page)
  if (question.code_challenge !== undefined && !/^[\w-]{43,128}$/.test(question.code_challenge)) {
    throw new Problem('bad_request', { issues: [{ field: 'code_challenge', code: 'invalid' }] })
  }
  const row = await context.database.db
    .selectFrom('site')
    .select(['title', 'logo', 'favicon'])
    .where('origin', '=', origin)
    .executeTakeFirst()
  const site = { origin, title: row?.title ?? '', logo: row?.logo ?? '', favicon: row?.favicon ?? '' }
  const person = await context.identity(page).signedIn(request.headers)
  if (person === null) return { site, location: null }
  const code = await issueCode(context, {
    user_id: person.userId,
    auth_session: person.sessionId,
    origin,
    redirect,
    challenge: question.code_challenge ?? null,
    inviter_id: question.inviter_id ?? null
  })
  return { site, location: withCode(redirect, code, question.state) }
}
