import type { Site } from '#contract/site.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import { newAddress, PASSWORD } from './browser.ts'

/** Lets guests ask once, at a studio where nobody has signed in yet. */
export function allowGuests(url: string): Promise<void> {
  return switchOn(url, 'guest')
}

/** Enables a feature at a studio where nobody has signed in yet: its first user is the admin. */
export async function switchOn(url: string, feature: 'guest' | 'own_keys'): Promise<void> {
  const send = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
    method = 'POST'
  ): Promise<Response> => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body)
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signedUp = await send('/api/auth/sign-up/email', {
    email: newAddress(),
    password: PASSWORD
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  const redirect = `${url}/auth/callback?redirect=/`
  const { location } = (await (
    await send('/auth/authorize', { redirect }, { cookie })
  ).json()) as SignInResponse
  const code = new URL(location ?? '').searchParams.get('code')
  const { access_token } = (await (await send('/oauth2/v1/token', { code })).json()) as Token
  const { items } = (await (await fetch(`${url}/api/v1/sites/?origin=${url}`)).json()) as {
    items: Site[]
  }
  const authorization = `Bearer ${access_token}`
  await send(
    `/api/v1/sites/${items[0]?.id}`,
    { features: { [feature]: { enabled: true } } },
    { authorization },
    'PUT'
  )
}
