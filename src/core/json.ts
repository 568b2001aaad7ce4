/** Anything that JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that something is; null where it is none. */
export function recordOf(value: Json | undefined): Record<string, Json> | null {
  return isRecord(value) ? value : null
}

/** A record inside of another; empty for anything else. */
export function recordAt(value: unknown, name: string): Record<string, unknown> {
  const found: unknown = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {}
}
