import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import { readProblem } from '../support/http-problem.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const ask = (body: unknown, token = ada.credential.token): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token })

describe('a question is refused', () => {
  test.each([
    [{ question: '  ', model: 'gpt-5-all' }, [400, 'bad_request', 'question required']],
    [{ model: 'gpt-5-all' }, [400, 'bad_request', 'question required']],
    [
      { question: 'x'.repeat(32_001), model: 'gpt-5-all' },
      [413, 'content_too_large', 'question too_long']
    ],
    [{ question: 'hi', model: 'gpt-99' }, [400, 'bad_request', 'model not_allowed']],
    [{ question: 'hi' }, [400, 'bad_request', 'model required']],
    [
      { question: 'hi', model: 'deepseek-v3', references: ['https://a.example/x.pdf'] },
      [400, 'bad_request', 'references not_allowed']
    ],
    [{ question: 7, model: 'gpt-5-all' }, [400, 'bad_request', 'question wrong_type']],
    [{ question: 'hi', model: 'gpt-5-all', id: crypto.randomUUID() }, [404, 'not_found', '']],
    [{ action: 'sing' }, [400, 'bad_request', 'action not_allowed']],
    [{ action: 'retrieve' }, [400, 'bad_request', 'id required']]
  ])('for its input: %j', async (body, expected) => {
    expect(await readProblem(ask(body))).toEqual(expected)
  })

  test('at no cost, and nothing is stored', async () => {
    const application = await json<Application>(
      studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
    )
    expect(application).toMatchObject({ remaining_amount: 20, used_amount: 0 })
    expect(await json(ask({ action: 'retrieve_batch' }))).toMatchObject({ items: [], count: 0 })
  })

  test('with the access token or for another user’s plan', async () => {
    expect(
      await readProblem(ask({ question: 'hi', model: 'gpt-5-all' }, ada.token.access_token))
    ).toEqual([401, 'token_mismatched', ''])
    const body = { question: 'hi', model: 'gpt-5-all', application_id: eve.application.id }
    expect(await readProblem(ask(body))).toEqual([401, 'token_mismatched', ''])
  })

  test('with a key of a plan for another service', async () => {
    const token = ada.token.access_token
    const flux = {
      type: 'Usage',
      scope: 'Individual',
      service_id: 'e8ebe055-429a-48e9-9d34-5089eae5fd89'
    }
    const application = await json<Application>(
      studio.call('/api/v1/applications/', { json: flux, token })
    )
    const credential = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', {
        json: { application_id: application.id, host: BASE },
        token
      })
    )
    expect(
      await readProblem(ask({ question: 'hi', model: 'gpt-5-all' }, credential.token))
    ).toEqual([401, 'token_mismatched', ''])
  })
})

describe('a request body is refused when it is', () => {
  const post = (body: BodyInit): Promise<Response> =>
    studio.call('/aichat/conversations', {
      method: 'POST',
      body,
      token: ada.credential.token,
      headers: { 'content-type': 'application/json' }
    })
  test.each<[string, BodyInit, [number, string, string]]>([
    ['cut off', '{"question": "hi', [400, 'bad_request', 'body not_json']],
    ['a list', '[]', [400, 'bad_request', 'body wrong_type']],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), [400, 'bad_request', 'body not_utf8']],
    ['very deep', '['.repeat(5000) + ']'.repeat(5000), [400, 'bad_request', 'body too_deep']],
    ['huge', `{"question":"${'x'.repeat(5 * 1024 * 1024)}"}`, [413, 'content_too_large', '']]
  ])('%s', async (_, body, expected) => {
    expect(await readProblem(post(body))).toEqual(expected)
  })
})
