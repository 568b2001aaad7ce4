import type { APIContext } from 'astro'
import { isJsonRecord, textAt } from '#client/json.ts'
import type { Credential } from '#contract/credential.ts'

/** The parts of a new API key that are shown once. */
export type NewToken = Pick<Credential, 'id' | 'name' | 'host' | 'token'>

type Astro = Pick<APIContext, 'cookies' | 'locals'>

/**
 * Start of the name of the cookie that carries a token over a redirect. The key's id follows, so
 * that tabs do not share a cookie.
 */
const MADE = 'MADE_'

/** Seconds that a browser may take to follow the redirect. */
const SECONDS = 120

/**
 * Redirects a form that makes a token to the page that shows it. The page opens by GET, so that
 * going back or reloading sends nothing again. A sealed cookie that scripts cannot read carries the
 * token.
 * @param page the page that shows the token with {@link takeNewToken}
 */
export function redirectToNewToken(
  astro: Astro,
  page: string
): (answer: Response) => Promise<string> {
  return async answer => {
    const { id, name, host, token } = (await answer.json()) as Credential
    const { mount, hub } = astro.locals
    const box = mount.seal(JSON.stringify({ user: hub.session?.user.id, id, name, host, token }))
    astro.cookies.set(MADE + id, box, { ...cookieOf(astro), maxAge: SECONDS })
    return `${page}?${new URLSearchParams({ made: id })}#made`
  }
}

/**
 * Returns the new token for the page to show, and deletes its cookie. Returns null where there is
 * no token, or where it belongs to another user.
 */
export function takeNewToken(astro: Astro): NewToken | null {
  const { mount, hub } = astro.locals
  const asked = hub.url.searchParams.get('made') ?? ''
  const name = /^[\w-]{1,64}$/.test(asked) ? MADE + asked : ''
  const box = name === '' ? undefined : astro.cookies.get(name)?.value
  if (box === undefined) return null
  astro.cookies.delete(name, cookieOf(astro))
  const made = opened(() => mount.open(box))
  const [user, id] = [textAt(made, 'user'), textAt(made, 'id')]
  if (user === '' || user !== hub.session?.user.id || id !== asked) return null
  return {
    id,
    name: textAt(made, 'name'),
    host: textAt(made, 'host'),
    token: textAt(made, 'token')
  }
}

/** A cookie that we did not seal counts as empty. */
function opened(open: () => string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(open())
    return isJsonRecord(value) ? value : null
  } catch {
    return null
  }
}

function cookieOf({ locals: { hub } }: Astro) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: hub.url.protocol === 'https:'
  } as const
}
