import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { SAMPLES, upload } from '../support/files.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

type Content = Record<string, { schema?: object; example?: unknown }>
type Operation = {
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: object }

const table = [...platformRoutes, ...authRoutes, ...apiRoutes].map(route => ({
  route,
  name: `${route.method.toUpperCase()} ${route.path}`
}))

let studio: TestStudio
let document: Document
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ;[document, ada] = [await json<Document>(studio.call('/openapi.json')), await person(studio)]
})
afterAll(() => studio.close())

const operationOf = ({ path, method }: AnyRoute): Operation => {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

describe('every example of the OpenAPI document fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  let key = 0

  test.each(table)('$name', ({ route }) => {
    const { requestBody, responses } = operationOf(route)
    for (const { schema, example } of [requestBody, ...Object.values(responses)].flatMap(each =>
      Object.values(each?.content ?? {})
    )) {
      if (schema === undefined || example === undefined) continue
      const validate = ajv.compile({
        ...schema,
        components: document.components,
        $id: `https://test.example/${key++}`
      })
      expect([validate(example), validate.errors ?? []]).toEqual([true, []])
    }
  })

  test('each call of a service has example bodies with addresses of this studio', () => {
    const services = table.filter(({ route }) => route.answerExample !== undefined)
    expect(services.length).toBeGreaterThan(15)
    for (const { route } of services) {
      const { requestBody, responses } = operationOf(route)
      const shown = JSON.stringify([
        requestBody?.content['application/json']?.example,
        responses['200']?.content?.['application/json']?.example
      ])
      expect(shown).not.toMatch(/null|studio\.example|example\.com/)
    }
  })
})

describe('a call is refused as the document describes', () => {
  /** Returns every kind of wrong caller, by name. */
  const callers = (): Record<string, { token?: string; origin?: string }> => ({
    nobody: {},
    'a made-up key': { token: 'pm_made-up' },
    'a made-up access token': { token: 'made.up.token' },
    'a key': { token: ada.credential.token },
    'an access token': { token: ada.token.access_token },
    'a page elsewhere': { origin: 'https://elsewhere.example' }
  })

  async function refusals(route: AnyRoute): Promise<{ status: number; code: string }[]> {
    const path = route.path.replaceAll(/\{\w+\}/g, 'nothing')
    const body = ['get', 'delete', 'options'].includes(route.method)
      ? undefined
      : { ...route.example, id: 'nothing' }
    const all = callers()
    // With a key, the call would begin a run and wait for its end.
    if (route.limit === 'spend') delete all['a key']
    const answers = Object.values(all).map(async ({ token, origin }) => {
      const headers = new Headers(origin === undefined ? [] : [['origin', origin]])
      const answer = await studio.call(path, {
        method: route.method.toUpperCase(),
        token,
        headers,
        json: body
      })
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
      if (answer.status < 400 || !isJson) return []
      const refusal = (await answer.json()) as { code?: string; error?: { code: string } }
      return [{ status: answer.status, code: refusal.code ?? refusal.error?.code ?? '' }]
    })
    return (await Promise.all(answers)).flat()
  }

  test.each(table)('$name', async ({ route }) => {
    const { responses } = operationOf(route)
    const found = await refusals(route)
    for (const { status, code } of found.filter(each => [400, 401, 403].includes(each.status)))
      expect([status, code, responses[String(status)]?.description.split(', ') ?? []]).toEqual([
        status,
        code,
        expect.arrayContaining([code]) as string[]
      ])
    const who = [401, 403].filter(status => String(status) in responses)
    if (route.who !== 'anyone') expect(who).toEqual([401, 403])
    // A call that anyone may make describes 401 or 403 only if it can fail with it.
    else
      expect(
        who.filter(
          status => !(route.fails ?? []).some(code => (code === 'forbidden' ? 403 : 401) === status)
        )
      ).toEqual([])
  })

  test('below /v1, with the codes and statuses of OpenAI', () => {
    const { responses } = operationOf(
      table.find(({ name }) => name === 'POST /v1/chat/completions')?.route as AnyRoute
    )
    const described = Object.fromEntries(
      Object.entries(responses).map(([status, { description }]) => [
        status,
        description.split(', ')
      ])
    )
    expect(described['401']).toEqual(['invalid_api_key'])
    expect(described['404']).toContain('model_not_found')
    expect(described['429']).toEqual(
      expect.arrayContaining(['rate_limit_exceeded', 'insufficient_quota'])
    )
    expect(described['503']).toContain('busy')
  })
})

test('the type of a file is one that its operation names', async () => {
  const { content = {} } = document.paths['/files/{id}']?.['get']?.responses['200'] ?? {}
  for (const [type, bytes] of Object.entries(SAMPLES)) {
    const { id } = await upload(studio, ada, bytes as BlobPart)
    const answer = await studio.call(`/files/${id}`)
    expect([type, answer.headers.get('content-type')]).toEqual([type, type])
    await answer.body?.cancel()
    expect(Object.keys(content)).toContain(type)
  }
  expect(Object.keys(document.paths['/files/{id}']?.['get']?.responses ?? {})).toEqual(
    expect.arrayContaining(['206', '304', '403', '416'])
  )
})
