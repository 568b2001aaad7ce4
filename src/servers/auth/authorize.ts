import type { SignInResponse } from '#contract/sign-in.ts'
import { offersPasskeys } from '#core/passkey.ts'
import { Problem } from '#core/problem.ts'
import { siteLegalLinks } from '#core/site-contacts.ts'
import { LOCALES, localizePath, type Locale } from '#i18n/locale.ts'
import { recordFirstArrival } from '#servers/auth/arrive.ts'
import { issueSignInCode } from '#servers/auth/codes.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import { UNKNOWN_PEER } from '#servers/lib/context.ts'
import { initializeAtFirstSignIn } from '#servers/lib/first-run.ts'
import { findVisitorInvitation } from '#servers/auth/invitation.ts'
import { checkReturnTarget, withCode } from '#servers/auth/redirects.ts'
import { offeredSocialProviders } from '#servers/auth/social.ts'

/** Pages of auth besides the login page, at the same origin. */
const OWN_PAGE = new RegExp(`^(/(${LOCALES.join('|')}))?/auth/(account|phone)/?$`)

type Question = {
  site?: string | undefined
  inviter_id?: string | undefined
  redirect?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
}

/**
 * Returns what the login page needs: the site's brand, the ways to sign in, and who invited the
 * user. For a signed-in user, it also has the address to continue to. Except for pages of the
 * account, this address has a new code. At the first sign-in, it also sets up the user.
 * @param request carries the login page's own cookie
 * @param locale of the login page; without a redirect, the user arrives at the front page in this
 *   language
 * @throws Problem `bad_request` for an address that belongs to no site of these servers, or for
 *   an invalid `code_challenge`; `forbidden` for a blocked user
 */
export async function prepareSignIn(
  context: AuthContext,
  request: Request,
  question: Question,
  locale: Locale
): Promise<SignInResponse> {
  const page = new URL(request.url)
  const { origin, redirect: asked } = await checkReturnTarget(
    context.sites,
    question,
    page,
    localizePath('/', locale)
  )
  const { redirect, setupToken } = takeSetup(asked)
  if (question.code_challenge !== undefined && !/^[\w-]{43,128}$/.test(question.code_challenge)) {
    throw new Problem('bad_request', { issues: [{ field: 'code_challenge', code: 'invalid' }] })
  }
  const view = {
    site: await readSignInBrand(context, origin),
    parent: new URL(redirect).origin,
    methods: { social: offeredSocialProviders(context, page), passkeys: offersPasskeys(page) },
    ...(await findVisitorInvitation(context, origin, question.inviter_id))
  }
  const person = await context.identity(page).signedIn(request.headers)
  if (person === null) return { ...view, location: null }
  await checkNotBlocked(context.database.db, person.userId)
  // The account and phone pages know the user by the login page's cookie. They need no code, and
  // opening them does not count as an arrival at a site.
  if (new URL(redirect).origin === page.origin && OWN_PAGE.test(new URL(redirect).pathname))
    return { ...view, location: redirect }
  await recordFirstArrival(context, person.userId, origin, question.inviter_id)
  if (setupToken !== null)
    await initializeAtFirstSignIn(context, origin, {
      userId: person.userId,
      url: page,
      peer: UNKNOWN_PEER,
      setupToken
    })
  const code = await issueSignInCode(context, {
    user_id: person.userId,
    auth_session: person.sessionId,
    origin,
    redirect,
    challenge: question.code_challenge ?? null,
    inviter_id: question.inviter_id ?? null
  })
  return { ...view, location: withCode(redirect, code, question.state) }
}

/**
 * A front end of somebody else sends the address of its page as the redirect. During the setup,
 * this address contains the setup token as `?setup=`. The front end stores no cookie for us, so the
 * token is taken from the address. The token works once and is removed from the redirect.
 */
function takeSetup(redirect: string): { redirect: string; setupToken: string | null } {
  const url = new URL(redirect)
  const setupToken = url.searchParams.get('setup')
  if (setupToken === null) return { redirect, setupToken }
  url.searchParams.delete('setup')
  return { redirect: url.href, setupToken }
}

/** Returns the brand of a site, for pages of auth. */
export async function readSignInBrand(
  { database }: Pick<AuthContext, 'database'>,
  origin: string
): Promise<SignInResponse['site']> {
  const sites = database.db
    .selectFrom('site')
    .select(['title', 'logo', 'favicon', 'features', 'terms_url', 'privacy_url'])
  const row = await sites.where('origin', '=', origin).executeTakeFirst()
  const features = JSON.parse(row?.features ?? '{}') as Record<string, unknown>
  const legal = siteLegalLinks({
    features,
    terms_url: row?.terms_url ?? '',
    privacy_url: row?.privacy_url ?? ''
  })
  return {
    origin,
    title: row?.title ?? '',
    logo: row?.logo ?? '',
    favicon: row?.favicon ?? '',
    legal
  }
}
