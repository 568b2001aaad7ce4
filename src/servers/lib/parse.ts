import { setImmediate } from 'node:timers/promises'
import type { z } from '@hono/zod-openapi'
import { MAX_BODY } from '#core/call-limits.ts'
import { formatIssues, Problem, type Issue } from '#core/problem.ts'
import { mayHoldHalves, withWholeText } from '#core/whole-text.ts'
import {
  createJsonMeasure,
  MAX_JSON_DEPTH,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
  type JsonExcess
} from '#servers/lib/json-measure.ts'

/** Most problems to report for one body. */
const MAX_ISSUES = 50

/** Bytes of a body to process in one turn of the event loop. */
const PIECE = 256 * 1024

/**
 * Reads a request's body as JSON, or as a form by its content type. An empty body is an empty
 * object. A large one takes several turns of the event loop.
 * @param largest in bytes
 * @throws Problem `bad_request` or `content_too_large`
 */
export async function readBody(request: Request, largest = MAX_BODY): Promise<unknown> {
  const isForm =
    request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true
  const measure = createJsonMeasure()
  // Only JSON bodies, with files and conversations, may exceed the usual limit.
  const most = isForm ? Math.min(largest, MAX_BODY) : largest
  const bytes = await readBytes(
    request,
    most,
    isForm ? undefined : chunk => refuseImmoderate(measure.read(chunk))
  )
  if (bytes.length > PIECE) await setImmediate()
  const text = decoded(bytes)
  if (text.trim() === '') return {}
  if (isForm) return Object.fromEntries(new URLSearchParams(text))
  if (bytes.length > PIECE) await setImmediate()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', {
      detail: 'the body is not valid JSON',
      issues: [{ field: 'body', code: 'not_json' }],
      cause
    })
  }
  if (bytes.length > PIECE) await setImmediate()
  return mayHoldHalves(text) ? withWholeText(value) : value
}

/**
 * Reads a body as text, up to `largest` bytes.
 * @throws Problem `bad_request` or `content_too_large`
 */
export async function readText(request: Request, largest: number): Promise<string> {
  return decoded(await readBytes(request, largest))
}

/** @param look called with each piece as it arrives; if it throws, reading ends */
async function readBytes(
  request: Request,
  largest: number,
  look?: (piece: Uint8Array) => void
): Promise<Buffer> {
  if (Number(request.headers.get('content-length')) > largest) throw tooLarge(largest)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of piecesOf(request)) {
    size += chunk.byteLength
    if (size > largest) throw tooLarge(largest)
    chunks.push(chunk)
    if (look === undefined) continue
    for (let from = 0; from < chunk.byteLength; from += PIECE) {
      look(chunk.subarray(from, from + PIECE))
      if (chunk.byteLength > PIECE) await setImmediate()
    }
  }
  return Buffer.concat(chunks)
}

/**
 * @throws Problem `canceled` when the client disconnects: nobody reads the response, and nothing
 *   failed here
 */
async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of request.body ?? []) yield piece
  } catch (cause) {
    throw new Problem('canceled', { detail: 'the body was cut off', cause })
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('bad_request', {
      detail: 'the body is not valid UTF-8',
      issues: [{ field: 'body', code: 'not_utf8' }],
      cause
    })
  }
}

function tooLarge(largest: number): Problem {
  return new Problem('content_too_large', {
    detail: `the body is larger than ${largest} bytes, the limit of this call`
  })
}

function refuseImmoderate(why: JsonExcess): void {
  if (why === null) return
  const most =
    why === 'too_deep'
      ? `is nested deeper than ${MAX_JSON_DEPTH}`
      : `holds more than ${MAX_JSON_VALUES} values, or ${MAX_JSON_NAMES} names in one object`
  throw new Problem('bad_request', {
    detail: `the body ${most}`,
    issues: [{ field: 'body', code: why }]
  })
}

/**
 * Validates a value against a schema, and refuses a NUL in any text, which PostgreSQL cannot store.
 * @throws Problem `bad_request` with each invalid field and why
 */
export function validateInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const unstorable = nulIn(value)
  if (unstorable !== null) {
    const field = unstorable.join('.') || 'body'
    throw new Problem('bad_request', {
      detail: `${field}: holds a NUL character`,
      issues: [{ field, code: 'invalid' }]
    })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, MAX_ISSUES).map(issue => toIssue(issue, value))
  throw new Problem('bad_request', { detail: formatIssues(issues), issues })
}

/**
 * Finds the path of the first text or name with a NUL. The parser limits the depth, so recursion is
 * safe.
 */
function nulIn(value: unknown): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('\0')) return [name.replaceAll('\0', '')]
    const found = nulIn(inner)
    if (found !== null) return [name, ...found]
  }
  return null
}

function toIssue(issue: z.core.$ZodIssue, value: unknown): Issue {
  const field = issue.path.join('.') || 'body'
  switch (issue.code) {
    case 'invalid_type':
      return { field, code: at(value, issue.path) === undefined ? 'required' : 'wrong_type' }
    case 'too_big':
      return {
        field,
        code:
          issue.origin === 'string'
            ? 'too_long'
            : issue.origin === 'array'
              ? 'too_many'
              : 'too_large'
      }
    case 'too_small':
      return { field, code: issue.origin === 'number' ? 'too_small' : 'required' }
    // An empty text counts as missing, since a sentence about its format would not help the user.
    case 'invalid_format':
      return { field, code: at(value, issue.path) === '' ? 'required' : 'invalid' }
    case 'invalid_value':
      return { field, code: 'not_allowed' }
    case 'unrecognized_keys':
      return { field: [...issue.path, issue.keys[0] ?? ''].join('.'), code: 'not_allowed' }
    case 'invalid_union':
      return nearest(issue, value) ?? { field, code: 'invalid' }
    default:
      return { field, code: 'invalid' }
  }
}

/** Returns the issue that lies deepest in the value, of the issues of all union members. */
function nearest({ path, errors }: z.core.$ZodIssueInvalidUnion, value: unknown): Issue | null {
  const [first] = errors
    .flatMap(([issue]) => (issue === undefined || issue.path.length === 0 ? [] : [issue]))
    .toSorted((a, b) => b.path.length - a.path.length)
  return first === undefined ? null : toIssue({ ...first, path: [...path, ...first.path] }, value)
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value
  )
}
