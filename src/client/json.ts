import type { Issue } from '#core/problem.ts'

/** Checks that untrusted data is an object whose fields can be read. */
export function isJsonRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a string field of untrusted data; empty if it is missing or not a string. */
export function textAt(value: unknown, field: string): string {
  const found = isJsonRecord(value) ? value[field] : undefined
  return typeof found === 'string' ? found : ''
}

/** Reads the field issues in a failure's `error`. */
export function readIssues(error: unknown): Issue[] {
  const issues = isJsonRecord(error) ? error['issues'] : null
  return Array.isArray(issues)
    ? issues.map(issue => {
        const { price } = isJsonRecord(issue) ? issue : {}
        const named = { field: textAt(issue, 'field'), code: textAt(issue, 'code') }
        return typeof price === 'number' ? { ...named, price } : named
      })
    : []
}
