import type { z } from '@hono/zod-openapi'
import { Problem, type Issue } from '#core/problem.ts'

/** Largest JSON body that a call may bring, in bytes. Files have their own way in. */
export const MAX_BODY = 4 * 1024 * 1024

/** Deepest nesting of a JSON body; deeper ones are somebody's attempt to exhaust a parser. */
const MAX_DEPTH = 64

/**
 * Reads a request's body as JSON, or as a form where the caller says so. An empty body is an empty object.
 * @throws Problem `bad_request` or `content_too_large`
 */
export async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text.trim() === '') return {}
  if (request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'the body is not valid JSON', issues: [{ field: 'body', code: 'not_json' }], cause })
  }
  if (depthOf(value) > MAX_DEPTH) {
    throw new Problem('bad_request', {
      detail: `the body is nested deeper than ${MAX_DEPTH}`,
      issues: [{ field: 'body', code: 'too_deep' }]
    })
  }
  return value
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > MAX_BODY) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'the body is not valid UTF-8', issues: [{ field: 'body', code: 'not_utf8' }], cause })
  }
}

function tooLarge(): Problem {
  return new Problem('content_too_large', { detail: `the body is larger than ${MAX_BODY} bytes` })
}

/** Walks level by level, so that a deep value cannot exhaust the stack. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  for (let depth = 0; ; depth++) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0 || depth > MAX_DEPTH) return depth
  }
}

/**
 * Checks a value against a schema, and that no text in it holds a NUL, which PostgreSQL cannot store.
 * @throws Problem `bad_request` naming each wrong field and why
 */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const unstorable = nulIn(value)
  if (unstorable !== null) {
    const field = unstorable.join('.') || 'body'
    throw new Problem('bad_request', { detail: `${field}: holds a NUL character`, issues: [{ field, code: 'invalid' }] })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(issue => toIssue(issue, value))
  const detail = issues.map(issue => `${issue.field}: ${issue.code}`).join(', ')
  throw new Problem('bad_request', { detail, issues })
}

/** The path of the first text or name with a NUL; bodies are no deeper than the stack bears. */
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
      return { field, code: issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'too_large' }
    case 'too_small':
      return { field, code: issue.origin === 'number' ? 'too_small' : 'required' }
    case 'invalid_value':
      return { field, code: 'not_allowed' }
    default:
      return { field, code: 'invalid' }
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value)
}
