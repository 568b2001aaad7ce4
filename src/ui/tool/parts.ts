import type { FieldValues } from '#core/condition.ts'
import type { ChoiceField, Field, FileField } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ToolForm } from '#stores/tool-form.ts'
import type { Upload } from '#stores/uploads.ts'

/** Values that all controls of a form share. */
export type FormParts = {
  /** The service's id, which is also the prefix of its translation keys. */
  id: string
  action: Action
  given: FieldValues
  /** The given values plus the defaults. */
  values: FieldValues
  titles: ToolForm['titles']
  uploads: readonly Upload[]
  /** By field, the address of the image that contains the pictures of all its options. */
  pictures: Readonly<Record<string, string>>
  onField(name: string, value: Json | undefined): void
  /**
   * Takes files from this device, or what the link of a dropped result leads to.
   * @param replaces address of the file in the field whose place the new one takes
   * @returns the addresses of the files that arrived
   */
  onFiles(
    name: string,
    field: FileField,
    files: readonly File[],
    link?: string,
    replaces?: string
  ): Promise<readonly string[] | void>
  /** Lets a user choose a file from the library; undefined for a guest, who has none. */
  onLibrary: ((name: string, field: FileField) => void) | undefined
  onGenerate(): void
  /** Control for a choice of several options, once it has loaded. */
  Many?: React.ComponentType<MultiChoiceProps> | undefined
  t: Translate
}

export type FormProps = {
  service: Service
  verbs: readonly string[]
  form: ToolForm
  action: Action
  parts: FormParts
  /** Price of a run with the current values, as text. */
  price: string
  /** Address of the page that sells credits. */
  plans: string
  /** Tells a guest what Generate does; empty for a user. */
  guest: string
  /** Shown above the main field. */
  children?: React.ReactNode
  onVerb(verb: string): void
}

/** The fields that a form shows, in their order. */
export type VisibleFields = readonly (readonly [name: string, field: Field])[]

export type ControlProps<F extends Field = Field> = {
  name: string
  field: F
  /** The field with its limits narrowed by the values of other fields. */
  bounds: Field
  /** Options that no other field rules out. */
  open: readonly (string | number)[]
  issue: string | undefined
  /** Name of the rejected file. */
  refused: string | undefined
  parts: FormParts
}

/** Returns the id of a field's control, for its label and for the focus. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** Links a control to its hint or error text for screen readers. */
export function describedByProps(name: string): { id: string; 'aria-describedby': string } {
  return { id: fieldId(name), 'aria-describedby': `${fieldId(name)}-more` }
}

export type Option = ChoiceField['options'][number]
export type FormChoice = ChoiceField & Pick<Field, 'required'>

/** Whether the user may leave a choice open, which is one more option. */
export function isOptional({ look, max, required, ...field }: FormChoice): boolean {
  return look !== 'ratio' && max === undefined && field.default === undefined && required !== true
}

export type OptionsProps = ControlProps<FormChoice> & {
  /** Options to show, in display order. */
  shown: readonly Option[]
  chosen: readonly Option[]
  onPick(option: Option | undefined): void
}

export type MultiChoiceProps = ControlProps<ChoiceField> & {
  /**
   * The component that renders the options. It is a prop, so that the code that loads late does not
   * contain it a second time.
   */
  Options: React.ComponentType<OptionsProps>
}
