/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is an object, otherwise null. */
export function asRecord(value: Json | undefined): Record<string, Json> | null {
  return isRecord(value) ? value : null
}

/** Returns the object under a name of another object; an empty object if there is none. */
export function recordAt(value: unknown, name: string): Record<string, unknown> {
  const found: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : null
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : {}
}
