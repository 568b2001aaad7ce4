import type { OutputCount } from '#core/output-count.ts'
import type { Condition } from '#core/condition.ts'
import type { Fields, FieldLimit, ValuesOf } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { PriceRule } from '#core/price.ts'

/** The kind of output of a service. The frame groups services by it. */
export type Medium = 'chat' | 'image' | 'video' | 'audio'

/**
 * A follow-up action on a result. It fills a form: in `set`, `$name` is a value of the output,
 * `$request.name` one of the request, and an empty text empties the field.
 * @property repeats begins with all values of the request
 * @property service a service, if not the one that made the result
 * @property atOnce starts immediately, without showing the form
 * @property refused set on pages where no vendor of the deployment can do it
 */
export type FollowUp = {
  id: string
  service?: string
  action: string
  set: Readonly<Record<string, Json>>
  repeats?: true
  /**
   * Checks the values of the output. Names with `request.` before them are values of the request.
   */
  when?: Condition
  atOnce?: true
  refused?: true
}

/**
 * A bound that comes from an earlier result, named by the field `of`. `value` is a number in that
 * result: it limits the value of `field`, or may itself be at most `max`. If `value` is a list,
 * `field` must be one of its entries.
 */
export type ResultBound =
  | { of: string; value: string; field: string }
  | { of: string; value: string; max: number }

/** One verb of a service: `POST /{path}/{verb}`. */
export type Action = {
  fields: Fields
  /** Combinations that are not supported. */
  limits?: readonly FieldLimit[]
  bounds?: readonly ResultBound[]
  /**
   * The choices with which its form opens. The defaults stay as they are, since API clients rely on
   * them. At least one vendor supports these choices.
   */
  opens?: Readonly<Record<string, Json>>
  price: readonly PriceRule[]
  /**
   * The number of outputs that the price covers: a number, the field that contains it, or the first
   * of several rules that holds.
   */
  outputs: OutputCount
  /**
   * Shape of a successful response: fields beside `success`, a list under `data`, or one object
   * under `data`.
   */
  envelope: 'flat' | 'list' | 'object'
  /** The task's `type`, by which API clients filter. Defaults to the verb. */
  type?: string
  /**
   * The field of an output that the result card shows. `tiled` checks the values of an output: it
   * is true for several images in one, which is not compared with its source.
   */
  shows:
    | { field: string; as: 'image' | 'video' | 'audio'; tiled?: Condition }
    | { field: string; as: 'text' }
  /** Seconds until a run times out, and seconds that a run usually takes. */
  deadline: number
  expected: number
  followUps?: readonly FollowUp[]
  /** True for an action without its own form. Other actions' results offer it as a button. */
  hidden?: true
}

export type Service = {
  /** Name of the folder, the page and the locale file. */
  id: string
  /** First path segment in the generation API. It differs from `id` for nanobanana only. */
  path: string
  medium: Medium
  /** Its position among the services, the lowest first. */
  place: number
  /** The fixed id by which API clients request it from the platform. */
  serviceId: string
  /** The settings of each example besides its prompt, for the first action. */
  examples?: readonly Readonly<Record<string, Json>>[]
  /** The actions by verb. Chat has none. */
  actions?: Readonly<Record<string, Action>>
}

/** The values of an action, as a provider receives them. */
export type ActionValues<S extends Service, A extends keyof NonNullable<S['actions']>> = ValuesOf<
  NonNullable<S['actions']>[A]['fields']
>

/**
 * Checks the shape of a service declaration and keeps its literal type. A declaration is plain
 * data.
 */
export function defineService<const T extends Service>(service: T): T {
  return service
}
