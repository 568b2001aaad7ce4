import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Peer } from '#servers/lib/context.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** The path where a server proves that it is ours, and shows how a request reaches it. */
export const SELF_CHECK_PATH = '/healthz/self'

/** Milliseconds between the two events of an answer. A buffering proxy passes them on together. */
export const SELF_CHECK_PAUSE = 1000

/** The first event of an answer: the proof, and the request as the server received it. */
export type SelfCheckEvent = { proof: string; origin: string; forwarded: boolean }

/**
 * Signs a random text, so that only servers with the same SECRET can answer it.
 * @param side `ask` for the question, `answer` for the answer
 */
export function signSelfCheck(
  secrets: Pick<Secrets, 'key'>,
  side: 'ask' | 'answer',
  nonce: string
): string {
  return createHmac('sha256', secrets.key('self-check'))
    .update(`${side} ${nonce}`)
    .digest('base64url')
}

/**
 * Answers the question of `npm run doctor` with two events, one second apart.
 * @returns null when the question is not signed with our SECRET
 */
export function answerSelfCheck(
  { secrets }: Pick<Context, 'secrets'>,
  request: Request,
  peer: Peer
): Response | null {
  const { origin, searchParams } = new URL(request.url)
  const nonce = searchParams.get('nonce') ?? ''
  const given = Buffer.from(searchParams.get('proof') ?? '')
  const right = Buffer.from(signSelfCheck(secrets, 'ask', nonce))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const first: SelfCheckEvent = {
    proof: signSelfCheck(secrets, 'answer', nonce),
    origin,
    forwarded: peer.forwarded
  }
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(first)}\n\n`))
      timer = setTimeout(() => {
        controller.enqueue(encoder.encode('data: end\n\n'))
        controller.close()
      }, SELF_CHECK_PAUSE)
    },
    cancel: () => clearTimeout(timer)
  })
  const type = 'text/event-stream; charset=utf-8'
  return new Response(body, {
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  })
}
