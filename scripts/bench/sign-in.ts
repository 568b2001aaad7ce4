/**
 * Signs a new user up on a server, and creates a plan with the key of a page.
 * @returns `addKey` creates a key of another name
 */
export async function signInByCode(
  url: string,
  email = 'bench@example.com'
): Promise<{ applicationId: string; token: string; addKey(name: string): Promise<string> }> {
  const made = await post(url, '/api/auth/sign-up/email', {
    email,
    password: 'correct horse battery'
  })
  const cookie = made.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  const redirect = `${url}/auth/callback?redirect=/`
  const asked = await post(url, '/auth/authorize', { redirect }, { cookie })
  const { location } = (await asked.json()) as { location: string }
  const code = new URL(location).searchParams.get('code')
  const signed = await post(url, '/oauth2/v1/token', { code })
  const { access_token: access } = (await signed.json()) as { access_token: string }
  const bearer = { authorization: `Bearer ${access}` }
  const plan = { type: 'Usage', scope: 'Global' }
  const application = await post(url, '/api/v1/applications/', plan, bearer)
  const { id } = (await application.json()) as { id: string }
  const createKey = async (of: { host: string } | { name: string }): Promise<string> => {
    const asking = { application_id: id, ...of }
    const credential = await post(url, '/api/v1/credentials/', asking, bearer)
    return ((await credential.json()) as { token: string }).token
  }
  const token = await createKey({ host: url })
  return { applicationId: id, token, addKey: name => createKey({ name }) }
}

async function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {}
): Promise<Response> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
