import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStripe, type Stripe } from './stripe-fake.ts'
import { Refused } from './stripe-objects.ts'

export {
  LIVE_KEY,
  signatureOf,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeMessage
} from './stripe-fake.ts'

export type StripeServer = Stripe & { url: string; close(): Promise<void> }

/**
 * Starts a fake Stripe on a free port.
 * @param now returns unix milliseconds
 */
export async function startStripeServer(now: () => number = Date.now): Promise<StripeServer> {
  const http = createServer((incoming, outgoing) => {
    void answerTo(incoming).then(
      answer =>
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (error: unknown) => {
        if (!(error instanceof Refused)) return void outgoing.destroy()
        outgoing
          .writeHead(error.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(error.body))
      }
    )
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const stripe = createStripe(now, url)
  return Object.assign(stripe, {
    close: () =>
      new Promise<void>(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  })

  async function answerTo(incoming: IncomingMessage): Promise<unknown> {
    const { method = 'GET', url: path = '/', headers } = incoming
    const text = await bodyOf(incoming)
    return stripe.answer({
      method,
      path,
      key: headers.authorization ?? '',
      once: String(headers['idempotency-key'] ?? ''),
      text
    })
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
