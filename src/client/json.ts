/** Is it an object whose fields can be looked at? For what comes from outside. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of an outside object; empty when the field is missing or something else. */
export function textAt(value: unknown, field: string): string {
  const found = isRecord(value) ? value[field] : undefined
  return typeof found === 'string' ? found : ''
}
