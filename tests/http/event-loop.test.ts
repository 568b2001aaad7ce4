import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_BODY } from '#core/call-limits.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { createLog } from '#servers/lib/log.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { largestBodies, type LargestBody } from '../support/largest-bodies.ts'
import { bodyInPieces, longestTurn, usualTurn } from '../support/loop.ts'
import { seeded } from '../support/seeded.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** The longest time in milliseconds for which one request may block the event loop. */
const MAX_BLOCK = 50

/** Number of bodies for each route. With the full dose, all routes get more than a thousand. */
const DOSE = FULL_DOSE ? 16 : 1
const SEED = Number(process.env['SEED'] ?? 4242)

const table = [...platformRoutes, ...authRoutes, ...apiRoutes]
  .filter(route => route.body !== undefined)
  .map(route => ({ name: `${route.method} ${route.path}`, route }))
  // A new route does not change the bodies of others.
  .map(each => ({ ...each, seed: SEED + hashOf(each.name) }))

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE()
}

let studio: TestStudio
let ada: TestPerson
const failures: string[] = []

beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off' },
    log: createLog('error', { write: line => failures.push(line) })
  })
  ada = await person(studio)
  // The first call loads and compiles code, which must not be measured.
  for (const { route } of table)
    await send(route, { name: '', body: '{}', type: 'application/json' })
})
afterAll(() => studio.close())

async function send(route: AnyRoute, { body, type }: LargestBody): Promise<number> {
  const { access_token } = ada.token
  const { token: credential } = ada.credential
  const token = {
    anyone: undefined,
    person: access_token,
    operator: access_token,
    credential,
    either: credential
  }[route.who]
  const path = route.path.replace('{vendor}', 'openai').replaceAll(/\{\w+\}/g, 'midjourney')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = { 'content-type': type, 'idempotency-key': crypto.randomUUID() }
  const init = {
    method: route.method.toUpperCase(),
    token,
    headers,
    body: bodyInPieces(bytes),
    duplex: 'half'
  }
  const answer = await studio.call(path, init as Parameters<TestStudio['call']>[1])
  await answer.text()
  return answer.status
}

test('the measurement finds a turn that blocks the event loop', async () => {
  const spin = (): void => {
    const { user } = process.threadCpuUsage()
    while (process.threadCpuUsage().user - user < 80_000);
  }
  expect(await longestTurn(async () => spin())).toBeGreaterThan(MAX_BLOCK)
  expect(await longestTurn(async () => undefined)).toBeLessThan(MAX_BLOCK)
})

describe('the largest body of a route does not block the event loop', () => {
  test.each(table)('$name', { timeout: 120_000 }, async ({ route, seed }) => {
    // No worker runs here, so a valid call would wait for its task. The negative seed makes it
    // invalid.
    const example =
      route.path === '/v1/images/generations' ? { ...route.example, seed: -1 } : route.example
    const bodies = largestBodies(route, route.largest ?? MAX_BODY, seeded(seed), example)
    const blocked: string[] = []
    for (let left = DOSE; left > 0; left--) {
      const body = bodies.next().value as LargestBody
      let status = 0
      const turn = await usualTurn(MAX_BLOCK, async () => (status = await send(route, body)))
      if (turn > MAX_BLOCK || status >= 500)
        blocked.push(`${body.name}: ${Math.round(turn)} ms, ${status}`)
    }
    expect(blocked).toEqual([])
    expect(failures.splice(0)).toEqual([])
  })
})
