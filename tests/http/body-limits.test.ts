import type { z } from '@hono/zod-openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { MAX_BODY } from '#core/call-limits.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Routes with a larger limit in KB; the comments name the content that needs it. */
const LARGER: Record<string, number> = {
  // A site with all of its settings.
  'post /api/v1/sites': 256,
  'put /api/v1/sites/{id}': 256,
  // A service with all of its prices.
  'put /api/v1/services/{id}': 256,
  // The schema of a vendor, and all texts of a tool.
  'post /api/v1/operation/own-services': 4096,
  'put /api/v1/operation/own-services/{id}': 256,
  // All messages of a conversation.
  'post /aichat/conversations': 4096,
  // Images in base64.
  'post /v1/images/generations': 4096,
  'post /{service}/run': 4096,
  'post /v1/chat/completions': 12_288
}

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const table = [...platformRoutes, ...authRoutes, ...apiRoutes].filter(
  route => route.body !== undefined
)
const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`

function send(route: AnyRoute, body: string): Promise<Response> {
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
  return studio.call(path, {
    method: route.method.toUpperCase(),
    token,
    body,
    headers: { 'content-type': 'application/json' }
  })
}

test('a body may have 64 KB, except on routes that take files or whole lists', () => {
  const larger = table.flatMap(route =>
    route.largest === undefined ? [] : [[nameOf(route), route.largest / 1024] as const]
  )
  const isService = (name: string): boolean =>
    SERVICES.some(({ path, medium }) => medium !== 'chat' && name.startsWith(`post /${path}/`))
  expect(Object.fromEntries(larger.filter(([name]) => !isService(name)))).toEqual(LARGER)
  expect(new Set(larger.filter(([name]) => isService(name)).map(([, size]) => size))).toEqual(
    new Set([4096])
  )
})

test('no list returns more than a thousand rows', () => {
  const pages = [...platformRoutes, ...authRoutes, ...apiRoutes].flatMap(route =>
    [route.query, route.body].flatMap(schema =>
      'limit' in ((schema as z.ZodObject | undefined)?.shape ?? {}) ? [{ route, schema }] : []
    )
  )
  expect(pages.length).toBeGreaterThan(10)
  const wrong = pages.filter(({ schema }) =>
    schema
      ?.safeParse({ limit: 1001, user_id: 'x' })
      .error?.issues.every(({ path }) => path[0] !== 'limit')
  )
  expect(wrong.map(({ route }) => nameOf(route))).toEqual([])
})

test.each(table.map(route => ({ name: nameOf(route), route })))(
  '$name refuses a body one byte over its limit',
  async ({ route }) => {
    const { largest = MAX_BODY } = route
    const padded = (bytes: number): string => `{}${' '.repeat(bytes - 2)}`
    expect((await send(route, padded(largest))).status).not.toBe(413)
    const refused = await send(route, padded(largest + 1))
    expect([refused.status, await refused.text()]).toEqual([
      413,
      expect.stringContaining(String(largest))
    ])
  }
)
