import { evaluateCondition, hasValue, type Condition, type FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { Issue } from '#core/problem.ts'
import type { MediaOutput, Submission } from '#core/provider.ts'
import type { Action } from '#core/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'

/**
 * A run as the vendor's code receives it: values by the catalogue's names, with URLs that the
 * vendor can read.
 */
export type VendorRunInput = Pick<Submission, 'action' | 'values' | 'earlier'> & {
  /** Counts from 1. It is higher after a review rejected an earlier result. */
  attempt?: number
}

/** The call that submits work: the path below the vendor's base URL, and the body. */
export type VendorRequest = { path: string; body: Readonly<Record<string, Json>> }

/** The functions with which a review looks at a result. */
export type VendorReviewTools = {
  /**
   * Downloads a file of the vendor's response.
   * @param most maximum size in bytes
   * @throws Problem when the file cannot be downloaded
   */
  read(address: string, most: number): Promise<Uint8Array>
  /** Reads the QR code in an image; null if the scanner finds none. */
  readCode(picture: Uint8Array): Promise<string | null>
}

/** Checks a result, for work that often fails. */
export type VendorReview = {
  /** Maximum number of attempts. */
  attempts: number
  /**
   * Checks whether a result is good enough.
   * @param asked the values as for {@link VendorAction.outputs}
   */
  passes(
    answer: Readonly<Record<string, Json>>,
    asked: FieldValues,
    eyes: VendorReviewTools
  ): Promise<boolean>
}

/**
 * Translates one action of a service for a vendor. It does no I/O and is in the service's folder.
 */
export type VendorAction = {
  /**
   * All models that it requests, by the vendor's names. Only for vendors that publish a list of
   * models or the days on which models end.
   */
  models?: readonly string[]
  /**
   * Fields that it supports. Any other field with a value other than its default is refused before
   * charging.
   */
  fields: readonly string[]
  /**
   * Combinations that the vendor does not support, refused at `field`. With `most`, they are
   * refused only if the list in `field` has more entries.
   */
  cannot?: readonly { when: Condition; field: string; most?: number }[]
  /** Fields with files that the vendor reads at public addresses only. */
  links?: readonly string[]
  /** Returns fields whose text requests something unsupported, which no condition can check. */
  cannotSay?(values: FieldValues): string[]
  /**
   * Files of earlier results that the vendor must read: the names of the values with their URLs, by
   * the field that contains the result's id.
   */
  reads?: Readonly<Record<string, readonly string[]>>
  /**
   * Number of identical requests that make all outputs, for a vendor that makes one at a time.
   * Defaults to one.
   */
  alike?(values: FieldValues): number
  request(ask: VendorRunInput): VendorRequest
  /** The vendor's prices for the endpoints that it requests. */
  costs?: VendorCosts
  /** Returns the number of billable units in an answer, if the vendor reports it. */
  units?(answer: Readonly<Record<string, Json>>, asked: FieldValues): number | undefined
  /**
   * @param answer the vendor's final response
   * @param asked the requested values, without files
   * @throws Problem when the result is unusable, such as an image that the vendor blackened
   */
  outputs(answer: Readonly<Record<string, Json>>, asked: FieldValues): MediaOutput[]
  review?: VendorReview
}

/** The actions of a service by verb. */
export type VendorService = Readonly<Record<string, VendorAction>>

/** Returns why a vendor does not support the values; empty if it does. */
export function vendorRefusals(
  { fields }: Pick<Action, 'fields'>,
  vendor: Pick<VendorAction, 'fields' | 'cannot' | 'cannotSay'>,
  values: FieldValues
): Issue[] {
  const foreign = Object.entries(values).filter(([name, value]) => {
    const field = fields[name]
    const own = field !== undefined && 'default' in field ? field.default : undefined
    return field !== undefined && hasValue(value) && value !== own && !vendor.fields.includes(name)
  })
  const impossible = (vendor.cannot ?? []).filter(
    ({ when, field, most = -1 }) =>
      evaluateCondition(when, values) && lengthOf(values[field]) > most
  )
  const names = new Set([
    ...foreign.map(([name]) => name),
    ...impossible.map(({ field }) => field),
    ...(vendor.cannotSay?.(values) ?? [])
  ])
  return [...names].map(field => ({ field, code: 'not_allowed' }))
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0
}
