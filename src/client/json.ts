import type { Issue } from '#core/problem.ts'

/** Is it an object whose fields can be looked at? For what comes from outside. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of an outside object; empty when the field is missing or something else. */
export function textAt(value: unknown, field: string): string {
  const found = isRecord(value) ? value[field] : undefined
  return typeof found === 'string' ? found : ''
}

/** What is said of fields in a failure's `error`. */
export function issuesOf(error: unknown): Issue[] {
  const issues = isRecord(error) ? error['issues'] : null
  return Array.isArray(issues) ? issues.map(issue => ({ field: textAt(issue, 'field'), code: textAt(issue, 'code') })) : []
}
