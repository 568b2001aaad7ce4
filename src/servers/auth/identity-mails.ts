import { fittingLocale, localizePath, splitPath } from '#i18n/locale.ts'
import { checkReturnTarget } from '#servers/auth/redirects.ts'
import type { Context } from '#servers/lib/context.ts'
import { sendMail, type Mail } from '#servers/lib/mail.ts'
import { readMailSite, type MailSite } from '#servers/lib/mail/mail-site.ts'

type Sent = { user: { email: string }; url: string; token: string }
type Asked = { headers?: Headers | undefined } | undefined

/**
 * Sends the emails of better-auth. Their links lead to a page of ours that asks before it acts,
 * since mail scanners open every link.
 * @param base the public origin of the login page
 */
export function identityMails(context: Context, base: string) {
  /**
   * Sends an email in the language of the page that its link opens. If the site does not offer that
   * language, email and page use one that fits the caller.
   */
  async function send(
    kind: Mail['kind'],
    to: string,
    asked: Asked,
    page: URL,
    token?: string
  ): Promise<void> {
    const { locale: named, path } = splitPath(page.pathname)
    const { locales, brandIn } = await siteOf(context, page)
    const locale = fittingLocale(locales, named, asked?.headers?.get('accept-language'))
    const link = new URL(localizePath(path, locale) + page.search, page)
    link.searchParams.delete('mode')
    if (token !== undefined) {
      link.searchParams.set('mode', kind)
      link.searchParams.set('token', token)
    }
    await sendMail(context, {
      to,
      kind,
      link: link.href,
      locale,
      site: brandIn(locale, page.origin)
    })
  }
  return {
    verify: ({ user, url, token }: Sent, asked?: Asked) =>
      send('verify', user.email, asked, pageOf(url, base), token),
    reset: ({ user, url, token }: Sent, asked?: Asked) =>
      send('reset', user.email, asked, pageOf(url, base), token),
    /** For an account with a second factor, the email contains no link that signs in. */
    async magic(
      { email, url, token }: { email: string; url: string; token: string },
      asked?: Asked
    ) {
      const person = await context.database.db
        .selectFrom('user')
        .select('twoFactorEnabled')
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      const page = pageOf(url, base)
      await (person?.twoFactorEnabled
        ? send('guarded', email, asked, page)
        : send('magic', email, asked, page, token))
    },
    /**
     * Somebody tried to sign up with the address of an existing account. The owner gets an email;
     * the caller sees no difference.
     */
    taken: ({ user }: { user: { email: string } }, asked?: Asked) =>
      send('taken', user.email, asked, askingPage(base, asked)),
    changed: ({ user }: { user: { email: string } }, asked?: Asked) =>
      send('changed', user.email, asked, loginPage(base))
  }
}

/**
 * Returns the login page that made the call, by better-auth's own link; the login page without
 * parameters if the link has none.
 */
function pageOf(url: string, base: string): URL {
  const page = new URL(url).searchParams.get('callbackURL')
  return page !== null &&
    URL.canParse(page, base) &&
    splitPath(new URL(page, base).pathname).path === '/auth/login'
    ? new URL(page, base)
    : loginPage(base)
}

/**
 * Returns the login page that made the call, with the user's destination and inviter; or the login
 * page without parameters.
 */
function askingPage(base: string, asked: Asked): URL {
  const page = asked?.headers?.get('referer') ?? ''
  const own = URL.canParse(page) && new URL(page).origin === base
  return own
    ? pageOf(`${base}/?${new URLSearchParams({ callbackURL: page })}`, base)
    : loginPage(base)
}

function loginPage(base: string): URL {
  return new URL('/auth/login', base)
}

/** Returns the site of a page, and the languages that it offers. */
async function siteOf(context: Context, page: URL): Promise<MailSite> {
  const asked = (name: string): string | undefined => page.searchParams.get(name) ?? undefined
  const question = {
    ...(asked('site') && { site: asked('site') }),
    ...(asked('redirect') && { redirect: asked('redirect') })
  }
  const { origin } = await checkReturnTarget(
    context.sites,
    question as { site?: string; redirect?: string },
    page
  ).catch(() => ({
    origin: page.origin
  }))
  return readMailSite(context.database.db, origin)
}
