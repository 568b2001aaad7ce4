import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify, type JWK } from 'jose'
import type { NewPushSubscription } from '#contract/push.ts'

/** A message that the service received for a browser, decrypted. */
type Pushed = {
  path: string
  headers: Record<string, unknown>
  text: string
  issuer: string
}

export type PushService = {
  host: string
  received: Pushed[]
  /** Statuses of the next responses, each used once. Afterwards the status is 201. */
  statuses: number[]
  /** Creates a subscription as a browser does. */
  subscribe(name: string): NewPushSubscription
  close(): void
}

type Browser = { secret: Buffer; ecdh: ReturnType<typeof createECDH> }

/**
 * Starts a fake push service, which also fakes the browsers behind it: it decrypts messages (RFC
 * 8291) and verifies their senders (RFC 8292).
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const received: Pushed[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const browser = browsers.get(path.slice(1))
    const { headers } = request
    if (browser !== undefined)
      received.push({
        path,
        headers,
        text: decrypt(Buffer.concat(chunks), browser),
        issuer: await senderOf(headers.authorization ?? '', `http://${host}`)
      })
    response.writeHead(statuses.shift() ?? 201).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    received,
    statuses,
    subscribe(name) {
      const browser = { secret: randomBytes(16), ecdh: createECDH('prime256v1') }
      browsers.set(name, browser)
      return {
        endpoint: `http://${host}/${name}`,
        keys: {
          p256dh: browser.ecdh.generateKeys('base64url'),
          auth: browser.secret.toString('base64url')
        }
      }
    },
    close: () => server.close()
  }
}

/** Decrypts a message of one record, as RFC 8188 and RFC 8291 describe. */
function decrypt(message: Buffer, { secret, ecdh }: Browser): string {
  const [salt, size] = [message.subarray(0, 16), message.readUInt8(20)]
  const theirs = message.subarray(21, 21 + size)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), secret, info, 32))
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${purpose}\0`, length))
  const sealed = message.subarray(21 + size)
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  // A record ends with a delimiter of 2, which zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * Verifies the token of a sender.
 * @returns the sender's public key in base64url
 */
async function senderOf(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url')
  const jwk: JWK = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), { audience })
  return key
}
