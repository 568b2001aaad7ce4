import type { FieldValues } from '#core/condition.ts'
import { isRecord, type Json } from '#core/json.ts'

/**
 * A workflow of ComfyUI in its API format: nodes by their ids, with placeholders in their inputs.
 */
export type Workflow = Record<string, Json>

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g

/**
 * Replaces placeholders such as `{{prompt}}` by values. A text that consists of one placeholder
 * becomes the value with its own type. Placeholders inside a value stay as they are.
 */
export function filledWorkflow(workflow: Workflow, values: FieldValues): Workflow {
  return Object.fromEntries(
    Object.entries(workflow).map(([name, value]) => [name, filled(value, values)])
  )
}

function filled(value: Json, values: FieldValues): Json {
  if (Array.isArray(value)) return value.map(each => filled(each, values))
  if (isRecord(value)) return filledWorkflow(value, values)
  if (typeof value !== 'string') return value
  const whole = /^\{\{([a-z_]+)\}\}$/.exec(value)?.[1]
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole] ?? null
  return value.replaceAll(PLACEHOLDER, (text, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : text
  )
}

/** Checks whether a value is a workflow in the API format: every node has the name of its class. */
export function isWorkflow(value: Json): value is Workflow {
  return (
    isRecord(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      node => isRecord(node) && typeof node['class_type'] === 'string' && isRecord(node['inputs'])
    )
  )
}
