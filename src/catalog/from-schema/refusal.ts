/**
 * The reasons why a schema, or a part of it, cannot become a service. Each has a text in every
 * language.
 */
export type SchemaReason =
  | 'bad_default'
  | 'bad_name'
  | 'bad_options'
  | 'bad_range'
  | 'file_kind'
  | 'list'
  | 'markup'
  | 'no_endpoint'
  | 'no_input'
  | 'no_output'
  | 'not_json'
  | 'not_schema'
  | 'object'
  | 'other_output'
  | 'reserved'
  | 'not_for_users'
  | 'some_options'
  | 'too_deep'
  | 'too_large'
  | 'too_many_fields'
  | 'unknown_reference'
  | 'unknown_type'

/** A schema, or a field that it requires, cannot become a service. `at` names the place. */
export class SchemaRefusal extends Error {
  readonly code: SchemaReason
  readonly at: string

  constructor(code: SchemaReason, at = '') {
    super(`${at}: ${code}`)
    this.code = code
    this.at = at
  }
}
