import type { Values } from '#core/condition.ts'
import type { ChoiceField, Field, FileField } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ToolForm } from '#stores/tool-form.ts'
import type { Upload } from '#stores/uploads.ts'

/** What all controls of a form share. */
export type FormParts = {
  /** The service's id: under it stand the words of its fields. */
  id: string
  given: Values
  /** Defaults included. */
  values: Values
  titles: ToolForm['titles']
  uploads: readonly Upload[]
  /** Addresses of the sheets on which the pictures of a choice stand, by field. */
  pictures: Readonly<Record<string, string>>
  onField(name: string, value: Json | undefined): void
  onFiles(name: string, field: FileField, files: readonly File[]): void
  onGenerate(): void
  /** Shows a choice of several; null until it is here. */
  Many: React.ComponentType<ManyProps> | null
  t: Translate
}

export type ControlProps<F extends Field = Field> = {
  name: string
  field: F
  /** The same field, as narrow as the others leave it. */
  bounds: Field
  /** Options of a choice that nothing rules out. */
  open: readonly (string | number)[]
  issue: string | undefined
  /** What the file was called that was refused. */
  refused: string | undefined
  parts: FormParts
}

/** Where a field's control is found, for its label and for the focus. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** What says more about a control, for those who cannot see that it stands beside it. */
export function described(name: string): { id: string; 'aria-describedby': string } {
  return { id: fieldId(name), 'aria-describedby': `${fieldId(name)}-more` }
}

export type Option = ChoiceField['options'][number]
export type Choice = ChoiceField & Pick<Field, 'required'>

export type OptionsProps = ControlProps<Choice> & {
  /** Options to show, in their order. */
  shown: readonly Option[]
  chosen: readonly Option[]
  onPick(option: Option | undefined): void
}

export type ManyProps = ControlProps<ChoiceField> & {
  /** Draws the options. Handed over: the form has it, and what is fetched later need not bring it. */
  Options: React.ComponentType<OptionsProps>
}
