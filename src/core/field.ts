import type { Condition } from '#core/condition.ts'
import type { Json } from '#core/json.ts'

type Common = {
  /** Required always, or when the condition holds. */
  required?: true | Condition
  /**
   * The field is shown and used only when this holds. Otherwise a given value is dropped with a
   * warning.
   */
  when?: Condition
  /** True if the form shows it under "More". */
  more?: true
  /** Other names under which clients send it. */
  also?: readonly string[]
  /**
   * Its value when it is not given. The first entry whose condition holds wins, before the default.
   */
  derived?: readonly { when: Condition; value: Json }[]
}

/** Maps values that other clients send to the options that they mean. */
type Renamed = Readonly<Record<string, string>>

/** An ended option: the last day of its vendor, such as `2026-06-30`, and its successor. */
type Retired = { until: string; becomes: string }

export type TextField = { type: 'text'; max: number; lines?: number; default?: string }

export type ChoiceField = {
  type: 'choice'
  /** All options are texts, or all are numbers. */
  options: readonly (string | number)[]
  default?: string | number
  /** Maximum number of chosen options; one by default. With it the API sends a list. */
  max?: number
  renamed?: Renamed
  /**
   * Options that have ended, by name. Forms do not offer them. A call that names one gets the
   * successor at its price, and a warning.
   */
  retired?: Readonly<Record<string, Retired>>
  /**
   * Reads a flag such as `--quality .5` from another field's text. If its value is lower than the
   * choice, it replaces the choice, in the output and in the price.
   */
  typed?: { in: string; flags: readonly string[] }
  /**
   * Also accepts sizes such as `1024x768`: the range of each side, and the number of which a side
   * must be a multiple.
   */
  pixels?: { min: number; max: number; step: number }
  /**
   * Shows the options as tiles drawn to scale, or as images. By default they are a segmented row,
   * or a list if they do not fit into one.
   */
  look?: 'ratio' | 'pictures'
}

export type NumberField = {
  type: 'number'
  min: number
  max: number
  /**
   * The value is a whole number of steps above `min`. Without a step, any number in the range is
   * valid.
   */
  step?: number
  default?: number
  unit?: 'seconds'
}

type SwitchField = { type: 'switch'; default: boolean }

/**
 * The colour of the parts of a mask that change. The other parts are black for `white`, white for
 * `black`, and opaque for `transparent`.
 */
export type MaskMarks = 'white' | 'black' | 'transparent'

/** URLs of files, uploaded here or anywhere on the web. */
export type FileField = {
  type: 'file'
  /** `media` is audio, or a video whose sound counts. */
  accept: 'image' | 'audio' | 'video' | 'media'
  /** Maximum number of files. If more than one, the API sends a list. */
  max: number
  /** The API sends a list even if `max` is 1. */
  list?: true
  /** Clients may also send objects with the URL under this key. */
  key?: string
  /** Largest file, in bytes. */
  bytes: number
  /** Longest audio, in seconds. */
  seconds?: number
  /** Shortest side of an image that the vendor takes, in pixels. Forms warn; the vendor refuses. */
  least?: number
  /**
   * The field of the image, or of the earlier result, for which this one is a mask. It has the same
   * size, and users can paint it. Of several images, it masks the first.
   */
  masks?: string
  /** Marks the parts of a mask that change, see {@link MaskMarks}. White by default. */
  marks?: MaskMarks
}

/** The id of an earlier result. Follow-ups set it; only API users type it. */
export type IdField = {
  type: 'id'
  /** Maximum number of ids; one by default. If more than one, the API sends a list. */
  max?: number
  /** Accepts the same results as this other field. */
  like?: string
}

export type Field = Common &
  (TextField | ChoiceField | NumberField | SwitchField | FileField | IdField)

/**
 * Fields by name. A dot in a name nests the field in API requests: `camera.pan` is
 * `{ camera: { pan } }`. The flat name is accepted too.
 */
export type Fields = Readonly<Record<string, Field>>

/**
 * A combination that a service does not support. It is refused at `field`, unless the limit only
 * narrows the field and the value fits.
 */
export type FieldLimit = {
  when: Condition
  field: string
  /** The options that remain. Without options and bounds, the field must not be given at all. */
  options?: readonly (string | number)[]
  /** Bounds of a number, of each side of a size, or of a count or text length. */
  min?: number
  max?: number
  /** The value must be above that of this other field. */
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
  /** An image has more pixels than any part of the server can open. */
  | 'too_many_pixels'
  /** The bytes of a file are not of a type that the field accepts. */
  | 'wrong_file'
  /** A mask does not have the size of its image. */
  | 'wrong_size'
  /** A URL that the server cannot fetch, or must not fetch. */
  | 'unreachable'
  /** No earlier result has this id. */
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

/**
 * The values of fields as a provider receives them. Fields are always present if they have a
 * default or are always required.
 */
export type ValuesOf<F extends Fields> = {
  readonly [
    K in keyof F as Certain<F[K]> extends true
      ? F[K] extends { when: Condition }
        ? never
        : K
      : never
  ]: ValueOf<F[K]>
} & { readonly [K in keyof F]?: ValueOf<F[K]> }

/**
 * Returns the option for each other value that clients may send: other names, and ended options.
 */
export function optionAliases({ renamed = {}, retired = {} }: ChoiceField): Renamed {
  const all = [...Object.entries(renamed), ...Object.keys(retired).map(name => [name, name])]
  return Object.fromEntries(all.map(([from, to = '']) => [from, retired[to]?.becomes ?? to]))
}

/**
 * Returns the names of the fields that say what a result is made from: files and earlier results. A
 * mask only says where an image changes.
 */
export function sourceFieldNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'id' || (field.type === 'file' && field.masks === undefined) ? [name] : []
  )
}

/** Tells whether a field takes images. */
export function isImageField(field: Field | undefined): field is Extract<Field, { type: 'file' }> {
  return field?.type === 'file' && field.accept === 'image'
}

/** Returns the names of the fields of one type, in their order. */
export function fieldNames(fields: Fields, type: Field['type']): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.type === type ? [name] : []))
}
