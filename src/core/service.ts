import type { OutputCount } from '#core/output-count.ts'
import type { Condition } from '#core/condition.ts'
import type { Fields, Limit, ValuesOf } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { PriceRule } from '#core/price.ts'

/** What a service makes, and under which group of the frame it stands. */
export type Medium = 'chat' | 'image' | 'video' | 'music'

/**
 * What can be done with a result: fills a form with parts of it. `$name` in `set` is the output's own value, `$request.name` one that was asked for.
 * @property service another one than the result's own
 * @property at once, without a look at the form
 */
export type FollowUp = {
  id: string
  service?: string
  action: string
  set: Readonly<Record<string, Json>>
  /** Looks at the output's values, and at the request's under `request.`. */
  when?: Condition
  atOnce?: true
}

/**
 * What an earlier result allows: `value` is a number of it, the field `of` names it. Either another field may be that much at
 * most, or the number may be `max` at most, or the result is too long for this. Where `value` is a list, the other field is one of it.
 */
export type Bound = { of: string; value: string; field: string } | { of: string; value: string; max: number }

/** One verb of a service: `POST /{path}/{verb}`. */
export type Action = {
  fields: Fields
  /** Combinations that cannot be done. */
  limits?: readonly Limit[]
  bounds?: readonly Bound[]
  price: readonly PriceRule[]
  /** How many outputs the price is for: a number, the field that says it, or the first of some that holds. */
  outputs: OutputCount
  /** Shape of a success on the wire: fields beside `success`, a list under `data`, or one object under `data`. */
  envelope: 'flat' | 'list' | 'object'
  /** The task's `type`, by which clients of the contract filter; the verb when not given. */
  type?: string
  /** Which of an output's files a result card shows. */
  shows: { field: string; as: 'image' | 'video' | 'audio' } | { field: string; as: 'text' }
  /** Seconds a run is given, and about how many it takes. */
  deadline: number
  expected: number
  followUps?: readonly FollowUp[]
  /** Other actions' forms carry the button; this one has none of its own. */
  hidden?: true
}

export type Service = {
  /** Folder, page and locale file. */
  id: string
  /** First segment of the generation API's path; differs from `id` for nanobanana only. */
  path: string
  medium: Medium
  /** Where it is shown among the others: services stand by it, the lowest first. */
  place: number
  /** The fixed id under which the contract's clients ask the platform for it. */
  serviceId: string
  /** What each example is made with beside its words, by the first action. */
  examples?: readonly Readonly<Record<string, Json>>[]
  /** By verb; chat has none. */
  actions?: Readonly<Record<string, Action>>
}

export type ServiceOf<Id extends string> = Service & { id: Id }

/** The values that an action's provider gets. */
export type ActionValues<S extends Service, A extends keyof NonNullable<S['actions']>> = ValuesOf<NonNullable<S['actions']>[A]['fields']>

/** Keeps the literal type of a declaration and checks its shape. A declaration is plain data. */
export function defineService<const T extends Service>(service: T): T {
  return service
}
