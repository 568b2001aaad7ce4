import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'

/**
 * Nests values with dots in their names in objects, as API requests have them. `camera.pan` becomes
 * `{ camera: { pan } }`.
 */
export function nestValues(values: FieldValues): Record<string, Json> {
  const whole: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.')
    const last = path.pop() ?? name
    let at = whole
    for (const key of path) at = (at[key] ??= {}) as Record<string, Json>
    at[last] = value
  }
  return whole
}
