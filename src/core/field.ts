import type { Condition } from '#core/condition.ts'
import type { Json } from '#core/json.ts'

type Common = {
  /** Must be given: always, or when the condition holds. */
  required?: true | Condition
  /** Shown and used only then; given all the same it is left out, with a warning. */
  when?: Condition
  /** Stands under "More". */
  more?: true
  /** Other names under which clients send it. */
  also?: readonly string[]
  /** Its value when it is not given and a condition holds; the first one counts, before the default. */
  derived?: readonly { when: Condition; value: Json }[]
}

/** `from` values and `to` values of the same length are the same choice, under a name that other clients use. */
export type Renamed = Readonly<Record<string, string>>

export type TextField = { type: 'text'; max: number; lines?: number; default?: string }

export type ChoiceField = {
  type: 'choice'
  /** All of one kind: texts or numbers. */
  options: readonly (string | number)[]
  default?: string | number
  /** How many; one when not given. More than one goes over the wire as a list. */
  max?: number
  renamed?: Renamed
  /** A lower value that is typed behind another field's words counts: `--quality .5`. It is made so, and charged so. */
  typed?: { in: string; flags: readonly string[] }
  /** Takes `1024x768` as well: the range of a side, and the steps in which it grows from 0. */
  pixels?: { min: number; max: number; step: number }
  /** Tiles drawn to scale, or pictures where looks differ; else a segmented row, or a list when there are many. */
  look?: 'ratio' | 'pictures'
}

export type NumberField = {
  type: 'number'
  min: number
  max: number
  /** Whole steps from `min` on; any number between when it is not said. */
  step?: number
  default?: number
  unit?: 'seconds'
}

export type SwitchField = { type: 'switch'; default: boolean }

/** Addresses of files: uploaded to us, or anywhere on the web. */
export type FileField = {
  type: 'file'
  accept: 'image' | 'audio' | 'video'
  /** How many; more than one goes over the wire as a list. */
  max: number
  /** A list also where one is the most. */
  list?: true
  /** Clients may send objects that hold the address under this name. */
  key?: string
  /** Largest file, in bytes. */
  bytes: number
  /** Longest sound. */
  seconds?: number
}

/** What an earlier result is called; set by a follow-up, typed by API users only. */
export type IdField = {
  type: 'id'
  /** How many; one when not given. More than one goes over the wire as a list. */
  max?: number
  /** Takes what this other field takes. */
  like?: string
}

export type Field = Common & (TextField | ChoiceField | NumberField | SwitchField | FileField | IdField)

/** A dot in a name puts the field into an object on the wire: `camera.pan` is `{ camera: { pan } }`; its flat name is taken too. */
export type Fields = Readonly<Record<string, Field>>

/** A combination that a service cannot do: refused at `field`, unless it narrows what the field may be and it is that. */
export type Limit = {
  when: Condition
  field: string
  /** What it may be then; nothing when none of them is said. */
  options?: readonly (string | number)[]
  /** Of a number; of each side of a size; of how many or how long the rest is. */
  min?: number
  max?: number
  /** It must be more than that other field is. */
  above?: string
}

export type IssueCode =
  | 'required'
  | 'wrong_type'
  | 'too_long'
  | 'too_many'
  | 'too_small'
  | 'too_large'
  | 'not_allowed'
  | 'invalid'
  | 'not_together'
  /** Of a picture: more of them than anything here opens. */
  | 'too_many_pixels'
  /** Of a file: what its bytes are is not what the field takes. */
  | 'wrong_file'
  /** Of an address: nothing can be had there, or it is none that may be asked. */
  | 'unreachable'
  /** Of an earlier result: there is none of that name. */
  | 'unknown'

type ValueOf<F> = F extends { type: 'choice'; options: readonly (infer O)[]; max: number }
  ? readonly O[]
  : F extends { type: 'choice'; options: readonly (infer O)[] }
    ? O | (F extends { pixels: object } ? `${number}x${number}` : never)
    : F extends { type: 'number' }
      ? number
      : F extends { type: 'switch' }
        ? boolean
        : F extends { type: 'file' }
          ? F extends { max: 1; list?: never }
            ? string
            : readonly string[]
          : F extends { type: 'id'; max: number }
            ? readonly string[]
            : string

type Certain<F> = F extends { required: true } | { default: unknown } ? true : false

/** The values of some fields, as a provider gets them: what has a default or is always required is there. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as Certain<F[K]> extends true ? (F[K] extends { when: Condition } ? never : K) : never]: ValueOf<F[K]>
} & { readonly [K in keyof F]?: ValueOf<F[K]> }

/** The names of the fields of one type, in their order. */
export function fieldNames(fields: Fields, type: Field['type']): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.type === type ? [name] : []))
}
