import type { Condition } from '#core/condition.ts'

export type OutputCount =
  | number
  | { field: string }
  | readonly { when?: Condition; count: number }[]
