import { randomBytes } from 'node:crypto'

/**
 * Signs up a new user with a plan at a listening studio.
 * @returns the token of an API key
 */
export async function keyAt(url: string): Promise<string> {
  const send = async <T>(
    path: string,
    body: object,
    headers: Record<string, string> = {}
  ): Promise<{ answer: T; cookie: string }> => {
    const sent = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body)
    })
    if (!sent.ok) throw new Error(`${path}: ${sent.status} ${await sent.text()}`)
    const cookie = sent.headers.getSetCookie().map(line => line.split(';', 1)[0])
    return { answer: (await sent.json()) as T, cookie: cookie.join('; ') }
  }
  const person = {
    email: `${randomBytes(6).toString('hex')}@example.com`,
    password: 'correct horse battery'
  }
  const { cookie } = await send('/api/auth/sign-up/email', person)
  const { location } = (
    await send<{ location: string }>(
      '/auth/authorize',
      { redirect: `${url}/auth/callback` },
      { cookie }
    )
  ).answer
  const code = new URL(location).searchParams.get('code')
  const { access_token } = (await send<{ access_token: string }>('/oauth2/v1/token', { code }))
    .answer
  const authorization = `Bearer ${access_token}`
  const plan = (
    await send<{ id: string }>(
      '/api/v1/applications/',
      { type: 'Usage', scope: 'Global' },
      { authorization }
    )
  ).answer
  const key = await send<{ token: string }>(
    '/api/v1/credentials/',
    { application_id: plan.id, name: 'client' },
    { authorization }
  )
  return key.answer.token
}
