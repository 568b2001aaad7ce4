import { z } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import type { Problem } from '#core/problem.ts'
import { MAX_BODY, MAX_FILES_BODY } from '#core/call-limits.ts'
import { validateInput, readBody } from '#servers/lib/parse.ts'

function asking(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' }
): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half'
  } as RequestInit)
}

/** Returns a stream, so that the body has no content-length. */
function streamed(chunk: Uint8Array<ArrayBuffer>, times: number): ReadableStream<Uint8Array> {
  let left = times
  return new ReadableStream({
    pull: controller => (left-- > 0 ? controller.enqueue(chunk) : controller.close())
  })
}

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

test.each<[string, BodyInit | null, unknown]>([
  ['nothing', null, {}],
  ['white space', ' \n', {}],
  ['an object', '{"a":[1,"ü"]}', { a: [1, 'ü'] }],
  ['a mere value', '3', 3],
  ['a byte order mark', '\ufeff{"a":1}', { a: 1 }]
])('reads %s', async (_, body, value) => {
  expect(await readBody(asking(body))).toEqual(value)
})

test('reads a form with a form content type', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  expect(await readBody(asking('code=a%2Bb&grant_type=&x=1&x=2', headers))).toEqual({
    code: 'a+b',
    grant_type: '',
    x: '2'
  })
})

test('keeps a key named like a prototype a plain key', async () => {
  const value = (await readBody(asking('{"__proto__":{"admin":true}}'))) as Record<string, unknown>
  expect(value['admin']).toBeUndefined()
})

test.each<[string, BodyInit, string, string]>([
  ['half a document', '{"a":', 'bad_request', 'not_json'],
  ['words', 'hello', 'bad_request', 'not_json'],
  ['broken UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22), 'bad_request', 'not_utf8'],
  ['a body nested too deep', nested(66), 'bad_request', 'too_deep'],
  ['a body nested beyond all measure', nested(500_000), 'bad_request', 'too_deep'],
  [
    'a body of more values than can be checked',
    `{"a":[${'{},'.repeat(60_000)}{}]}`,
    'bad_request',
    'too_many'
  ],
  ['an object of more names than any call has', `{${names(5001)}}`, 'bad_request', 'too_many']
])('refuses %s', async (_, body, code, issue) => {
  await expect(readBody(asking(body), MAX_FILES_BODY)).rejects.toMatchObject({
    code,
    issues: [{ field: 'body', code: issue }]
  })
})

test('characters inside strings are not counted, wherever chunks are cut', async () => {
  const whole = JSON.stringify({
    a: `${'[,{:'.repeat(40_000)}\\`,
    b: String.raw`\\",{[:`.repeat(9000),
    c: ['"', '\\"', '\\']
  })
  const bytes = new TextEncoder().encode(whole)
  for (const size of [7, 1023, 65_536]) {
    let at = 0
    const pieces = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + size))
        at += size
      }
    })
    expect(await readBody(asking(pieces), MAX_FILES_BODY)).toEqual(JSON.parse(whole))
  }
})

test('reads a value nested in 64 others', async () => {
  expect(JSON.stringify(await readBody(asking(nested(65))))).toBe(nested(65))
})

describe('the size of a body', () => {
  const text = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`

  test('may equal the limit', async () => {
    expect(await readBody(asking(text(MAX_BODY)))).toHaveLength(MAX_BODY - 2)
  })
  test('may not exceed the limit by one byte', async () => {
    await expect(readBody(asking(text(MAX_BODY + 1)))).rejects.toMatchObject({
      code: 'content_too_large',
      status: 413
    })
  })
  test('is counted while it arrives, and reading stops at the limit', async () => {
    let taken = 0
    const chunk = new Uint8Array(1024 * 1024).fill(0x20)
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        taken++
        controller.enqueue(chunk)
      }
    })
    await expect(readBody(asking(endless))).rejects.toMatchObject({ code: 'content_too_large' })
    expect(taken).toBeLessThan(10)
  })
  test('is refused by its content-length alone', async () => {
    const request = asking(streamed(new Uint8Array(1), 1), {
      'content-length': String(MAX_BODY + 1)
    })
    await expect(readBody(request)).rejects.toMatchObject({ code: 'content_too_large' })
    expect(request.bodyUsed).toBe(false)
  })
})

describe('schema validation', () => {
  const schema = z.looseObject({
    name: z.string().min(1).max(3),
    size: z.coerce.number().int().min(1).max(9).default(1),
    email: z.email().optional(),
    kind: z.enum(['a', 'b']).optional(),
    tags: z.array(z.string()).max(1).optional(),
    inner: z.object({ code: z.string() }).optional(),
    parts: z.union([z.string(), z.array(z.object({ text: z.string() }))]).optional()
  })

  test('fills in defaults and keeps unknown fields', () => {
    expect(validateInput(schema, { name: 'abc', size: '3', extra: 1 })).toEqual({
      name: 'abc',
      size: 3,
      extra: 1
    })
  })

  test.each<[unknown, [string, string][]]>([
    [{}, [['name', 'required']]],
    [null, [['body', 'wrong_type']]],
    [[], [['body', 'wrong_type']]],
    [{ name: '' }, [['name', 'required']]],
    [{ name: 7 }, [['name', 'wrong_type']]],
    [{ name: null }, [['name', 'wrong_type']]],
    [{ name: 'abcd' }, [['name', 'too_long']]],
    [{ name: 'a', size: 10 }, [['size', 'too_large']]],
    [{ name: 'a', size: 0 }, [['size', 'too_small']]],
    [{ name: 'a', size: 'many' }, [['size', 'wrong_type']]],
    [{ name: 'a', email: '' }, [['email', 'required']]],
    [{ name: 'a', email: 'ada' }, [['email', 'invalid']]],
    [{ name: 'a', kind: 'c' }, [['kind', 'not_allowed']]],
    [{ name: 'a', tags: ['x', 'y'] }, [['tags', 'too_many']]],
    [{ name: 'a', tags: [1] }, [['tags.0', 'wrong_type']]],
    [{ name: 'a', inner: {} }, [['inner.code', 'required']]],
    [{ name: 'a', parts: [{ text: 'x' }, {}] }, [['parts.1.text', 'required']]],
    [{ name: 'a', parts: 7 }, [['parts', 'invalid']]],
    [
      { size: 0, kind: 'c' },
      [
        ['name', 'required'],
        ['size', 'too_small'],
        ['kind', 'not_allowed']
      ]
    ]
  ])('refuses %j', (value, expected) => {
    let problem: Partial<Problem> = {}
    try {
      validateInput(schema, value)
    } catch (thrown) {
      problem = thrown as Problem
    }
    expect(problem.code).toBe('bad_request')
    expect(problem.issues?.map(({ field, code }) => [field, code])).toEqual(expected)
  })
})
