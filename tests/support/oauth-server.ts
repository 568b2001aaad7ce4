import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The user who is signed in at the fake GitHub or Google. */
export type SocialPerson = {
  id: number
  name: string
  email: string
  verified: boolean
  /** Address of a picture, as the profile tells it. */
  picture?: string
}

export type OAuthServer = {
  /** The value for `GITHUB_URL` and `GOOGLE_URL`. */
  url: string
  /** The environment of a studio that uses this server as both GitHub and Google. */
  environment: Record<string, string>
  person: SocialPerson
  close(): Promise<void>
}

const CLIENT = { id: 'studio-client', secret: 'studio-secret' }

/**
 * Fakes GitHub and Google by their documentation: it asks for consent, and then returns a code
 * (with PKCE), a token and the user.
 */
export async function startOAuthServer(): Promise<OAuthServer> {
  const codes = new Map<string, { challenge: string; redirect: string }>()
  const tokens = new Set<string>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = ['GITHUB', 'GOOGLE'].flatMap(name => [
    [`${name}_CLIENT_ID`, CLIENT.id],
    [`${name}_CLIENT_SECRET`, CLIENT.secret],
    [`${name}_URL`, url]
  ])
  const started: OAuthServer = {
    url,
    environment: Object.fromEntries(names) as Record<string, string>,
    person: { id: 42, name: 'Ada', email: 'ada@social.example', verified: true },
    close: () => new Promise(resolve => server.close(() => resolve()))
  }
  return started

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (/\/(authorize|auth)$/.test(pathname))
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(consent(searchParams))
    if (/\/(access_token|token)$/.test(pathname)) return send(response, await exchange(request))
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return void response.writeHead(401).end()
    const { id, name, email, verified, picture = '' } = started.person
    if (pathname === '/api/v3/user')
      return send(response, { id, login: 'ada', name, avatar_url: picture })
    if (pathname === '/api/v3/user/emails')
      return send(response, [{ email, primary: true, verified }])
    if (pathname === '/v1/userinfo')
      return send(response, { sub: String(id), name, email, email_verified: verified, picture })
    response.writeHead(404).end()
  }

  /** Renders the consent page with two links: to allow the sign-in and to deny it. */
  function consent(asked: URLSearchParams): string {
    if (asked.get('client_id') !== CLIENT.id || asked.get('code_challenge_method') !== 'S256')
      throw new Error('unknown client, or no PKCE')
    const redirect = asked.get('redirect_uri') ?? ''
    const code = randomBytes(8).toString('hex')
    codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect })
    const link = (query: Record<string, string>): string =>
      `${redirect}?${new URLSearchParams({ ...query, state: asked.get('state') ?? '' })}`.replaceAll(
        '&',
        '&amp;'
      )
    return `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,"><a href="${link({ code })}">Allow</a> <a href="${link({ error: 'access_denied' })}">Deny</a></html>`
  }

  async function exchange(request: IncomingMessage): Promise<object> {
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace('Basic ', ''),
      'base64'
    ).toString()
    if (sent.get('client_secret') !== CLIENT.secret && basic !== `${CLIENT.id}:${CLIENT.secret}`)
      throw new Error('unknown client')
    const code = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      code === undefined ||
      code.challenge !== challenge ||
      code.redirect !== sent.get('redirect_uri')
    )
      throw new Error('wrong code')
    const token = randomBytes(8).toString('hex')
    tokens.add(token)
    return { access_token: token, token_type: 'bearer', scope: 'openid email' }
  }
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
