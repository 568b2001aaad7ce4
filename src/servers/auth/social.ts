import type { GenericOAuthConfig } from 'better-auth/plugins'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#core/social-providers.ts'
import type { SocialConfig } from '#servers/config-services.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'config' | 'fetch'>

/** Milliseconds in which a provider must tell who a user is. */
const DEADLINE = 10_000

/** Providers that better-auth may call, with the addresses of their documentation. */
export function socialProviders(needs: Needs): GenericOAuthConfig[] {
  const { github, google } = needs.config.social
  return [
    ...(github === undefined ? [] : [githubProvider(needs, github)]),
    ...(google === undefined ? [] : [googleProvider(needs, google)])
  ]
}

/**
 * Returns the providers that a login page at this address can offer. They return to one registered
 * address only: that of AUTH_URL, or this machine's own.
 */
export function offeredSocialProviders(
  { config }: Pick<Context, 'config'>,
  page: URL
): SocialProvider[] {
  const own = [config.hosts.auth, config.testHosts.auth].filter(host => host !== null)
  const known =
    own.length === 0
      ? config.allowedOrigins.length === 0 || isLoopbackHost(page.hostname)
      : own.includes(page.origin)
  return known ? SOCIAL_PROVIDERS.filter(name => config.social[name] !== undefined) : []
}

/**
 * Configures GitHub (https://docs.github.com/apps/oauth-apps). A second call returns the email
 * address, and whether it is confirmed.
 */
function githubProvider(
  needs: Needs,
  { clientId, clientSecret, url }: SocialConfig
): GenericOAuthConfig {
  const web = url ?? 'https://github.com'
  const api = url === null ? 'https://api.github.com' : `${url}/api/v3`
  return {
    providerId: 'github',
    clientId,
    clientSecret,
    authorizationUrl: `${web}/login/oauth/authorize`,
    tokenUrl: `${web}/login/oauth/access_token`,
    scopes: ['read:user', 'user:email'],
    pkce: true,
    async getUserInfo({ accessToken }) {
      const [user, emails] = await Promise.all([
        read<{ id: number; login: string; name: string | null; avatar_url?: string }>(
          needs,
          `${api}/user`,
          accessToken
        ),
        read<{ email: string; primary: boolean; verified: boolean }[]>(
          needs,
          `${api}/user/emails`,
          accessToken
        )
      ])
      const email = emails.find(each => each.primary) ?? emails[0]
      if (email === undefined) return null
      return {
        id: String(user.id),
        name: user.name || user.login,
        email: email.email,
        emailVerified: email.verified
      }
    }
  }
}

/**
 * Configures Google (https://developers.google.com/identity/openid-connect). The profile comes from
 * the userinfo address, so that no token's signature must be verified.
 */
function googleProvider(
  needs: Needs,
  { clientId, clientSecret, url }: SocialConfig
): GenericOAuthConfig {
  return {
    providerId: 'google',
    clientId,
    clientSecret,
    authorizationUrl: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    tokenUrl: `${url ?? 'https://oauth2.googleapis.com'}/token`,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    async getUserInfo({ accessToken }) {
      const address = `${url ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`
      const user = await read<{
        sub: string
        name?: string
        email: string
        email_verified?: boolean
      }>(needs, address, accessToken)
      return {
        id: user.sub,
        name: user.name || user.email,
        email: user.email,
        emailVerified: user.email_verified === true
      }
    }
  }
}

async function read<T>({ fetch }: Needs, address: string, token: string | undefined): Promise<T> {
  const headers = {
    authorization: `Bearer ${token ?? ''}`,
    accept: 'application/json',
    'user-agent': 'polymuse'
  }
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(DEADLINE) })
  if (!answer.ok) throw new Error(`${new URL(address).host} answered ${answer.status}`)
  return (await answer.json()) as T
}
