// Signs up a user with a conversation and a few generated results, for pages that need a signed-in
// user.

export type SignedUp = {
  /** Posts JSON. @throws Error when the answer is a failure */
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** The hub's session cookie. */
  session: string
  /** The key of a plan with free credits. */
  token: string
}

/** Signs up a user who has generated nothing. */
export async function signUp(origin: string, email = 'budget@example.com'): Promise<SignedUp> {
  const call = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {}
  ): Promise<Response> => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers }
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const cookie = cookieOf(
    await call('/api/auth/sign-up/email', {
      email,
      password: 'correct horse battery'
    })
  )
  const { location = '' } = await json(
    call('/auth/authorize', { redirect: `${origin}/` }, { cookie })
  )
  const begun = await call('/auth/session', { code: new URL(location).searchParams.get('code') })
  const { access_token = '' } = (await begun.clone().json()) as Record<string, string>
  const { id: application_id } = await json(
    call('/api/v1/applications/', { type: 'Usage', scope: 'Global' }, bearer(access_token))
  )
  const { token = '' } = await json(
    call('/api/v1/credentials/', { application_id, host: origin }, bearer(access_token))
  )
  return { call, session: cookieOf(begun), token }
}

/**
 * Signs up a user and generates a conversation and some results.
 * @returns the hub's session cookie, the path of a finished conversation and the path of its shared
 * link
 */
export async function signUpPerson(
  origin: string
): Promise<{ session: string; conversation: string; shared: string }> {
  const { call, session, token } = await signUp(origin)
  const question = {
    model: 'gpt-5-all',
    question: 'Write a TypeScript function that adds two numbers [sandbox:tokens=200]'
  }
  const { id } = await json(
    call('/aichat/conversations', question, { ...bearer(token), accept: 'application/json' })
  )
  const shared = (
    await call('/aichat/conversations', { action: 'share', id }, bearer(token))
  ).json() as Promise<{ share: { id: string } }>
  const prompt = 'A boat on a lake at dawn'
  for (const tool of ['flux/images', 'flux/images', 'suno/audios'])
    await call(`/${tool}`, { prompt }, bearer(token))
  return {
    session,
    conversation: `/chatgpt/conversations/${id}`,
    shared: `/share/${(await shared).share.id}`
  }
}

function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

async function json(answer: Promise<Response>): Promise<Record<string, string>> {
  return (await (await answer).json()) as Record<string, string>
}
