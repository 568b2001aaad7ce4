import type { FieldValues } from '#core/condition.ts'
import type { Issue } from '#core/problem.ts'
import type { Action, ResultBound } from '#core/service.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { earlierOutputs } from '#servers/api/tasks/earlier.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'

type Asked = { userId: string; kind: TaskKind; values: FieldValues }

/**
 * Returns the limits that earlier results set, if all fields that they concern are given and valid.
 */
export function boundsOf(
  { bounds = [] }: Action,
  isRight: (field: string) => boolean
): ResultBound[] {
  return bounds.filter(bound => isRight(bound.of) && (!('field' in bound) || isRight(bound.field)))
}

/**
 * Tells how a call exceeds what an earlier result allows; null when it does not, or no such result
 * exists.
 */
export async function boundIssue(
  { database }: ApiContext,
  bound: ResultBound,
  { userId, kind, values }: Asked
): Promise<Issue | null> {
  const { [bound.of]: outputs = [] } = await earlierOutputs(database, userId, values, {
    [bound.of]: kind.sources?.[bound.of] ?? []
  })
  const numbers = outputs
    .map(output => output[bound.value])
    .filter(number => typeof number === 'number')
  if ('max' in bound)
    return numbers.some(number => number > bound.max) ? { field: bound.of, code: 'too_long' } : null
  if (
    outputs.some(
      ({ [bound.value]: all }) => Array.isArray(all) && !all.includes(values[bound.field] ?? null)
    )
  )
    return { field: bound.field, code: 'not_allowed' }
  const wanted = Number(values[bound.field])
  return numbers.some(number => wanted > number) ? { field: bound.field, code: 'too_large' } : null
}

/** Returns the fields whose number is higher than the vendor supports. */
export function fieldsAboveMaximum({ most = {} }: TaskKind, values: FieldValues): string[] {
  return Object.entries(most).flatMap(([field, number]) =>
    Number(values[field] ?? 0) > number ? [field] : []
  )
}
