import { expect } from 'vitest'
import type { GuestToken } from '#contract/guest.ts'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from './studio.ts'

const QUESTION = 'Tell a guest of tides [sandbox:tokens=20]'

/** A studio whose site lets guests ask, and its admin. */
export type GuestWorld = {
  studio: TestStudio
  ada: TestPerson
  /** Sets the site's guest feature. */
  allow(guest: unknown): Promise<Response>
  /** Sets features of the site. */
  set(features: Record<string, unknown>): Promise<Response>
  /**
   * Visits the site as a new guest.
   * @param service that the guest wants to use; chat by default
   */
  arrive(address?: string, origin?: string | null, service?: string): Promise<Response>
  guest(): Promise<GuestToken>
  chat(token: string, body: object, headers?: HeadersInit): Promise<Response>
  ask(token: string, more?: object, headers?: HeadersInit): Promise<Response>
  claim(token: string, who: TestPerson): Promise<Response>
  /**
   * Creates a guest with an answer.
   * @returns the token and the conversation's id
   */
  answered(): Promise<{ token: string; id: string }>
  /** Expects all funds to agree with the ledger. */
  agrees(): Promise<void>
}

/**
 * Opens a studio whose site lets guests ask.
 * @param api how the studio runs tasks; by default it starts none
 */
export async function openGuestWorld(
  environment: Record<string, string> = {},
  api: Parameters<typeof openStudio>[1] = {}
): Promise<GuestWorld> {
  const studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...environment } }, api)
  const ada = await person(studio)
  const world: GuestWorld = {
    studio,
    ada,
    allow: guest => world.set({ guest }),
    async set(features) {
      const { items } = await json<{ items: [Site] }>(studio.call(`/api/v1/sites/?origin=${BASE}`))
      return studio.call(`/api/v1/sites/${items[0].id}`, {
        method: 'PUT',
        json: { features },
        token: ada.token.access_token
      })
    },
    arrive: (address = '203.0.113.1', origin: string | null = BASE, service = undefined) =>
      studio.call('/aichat/guest', {
        method: 'POST',
        ...(service !== undefined && { json: { service } }),
        headers: origin === null ? {} : { origin },
        peer: { address, forwarded: false }
      }),
    guest: () => json<GuestToken>(world.arrive()),
    chat: (token, body, headers = {}) =>
      studio.call('/aichat/conversations', { json: body, token, headers }),
    ask: (token, more = {}, headers) =>
      world.chat(token, { model: 'gpt-5-all', question: QUESTION, ...more }, headers),
    claim: (token, who) =>
      studio.call('/aichat/guest/claim', { json: { token }, token: who.token.access_token }),
    async answered() {
      const { token } = await world.guest()
      const { frames: found, done } = await frames(await world.ask(token))
      expect(done).toBe(true)
      return { token, id: String(found[0]?.['id']) }
    },
    async agrees() {
      const { disagreements } = await checkLedger(studio.context.database, {
        now: studio.context.clock.now()
      })
      expect(disagreements).toEqual([])
    }
  }
  await world.allow({ enabled: true })
  return world
}

/** Returns the status, code and first issue of a refused request. */
export async function refusal(answer: Response | Promise<Response>): Promise<unknown[]> {
  const { status, body } = await Promise.resolve(answer).then(async each => ({
    status: each.status,
    body: (await each.json()) as ProblemBody
  }))
  return [status, body.code, body.error.issues?.[0]?.code]
}
