import type { Json } from '#core/json.ts'
import type { Medium } from '#core/service.ts'
import type { ComposerAttributes } from '#ui/chat/Composer.tsx'

/** A tool that the composer of the studio home can start. */
export type HomeTool = {
  id: string
  title: string
  /** Path of the tool's page, and the key under which that page saves its form. */
  address: string
  place: string
  /** The verb of the tool's first form, and the name of its prompt field. */
  verb: string
  field: string
  /** The composer's placeholder, the most characters of a prompt, and the label of its button. */
  composer: { placeholder: string; max: number; sendName: string }
  /** Name of the tool's default model, empty for none, and the price of a run with it. */
  model: string
  price: string
  /** The same price in micro-credits. */
  micro: number
  /** The choice of an aspect ratio; null for none. `usual` is empty where the model decides. */
  ratio: { field: string; label: string; options: readonly string[]; usual: string } | null
}

/**
 * Id of the composer's form. The choice of the kind of work is outside the form and refers to it.
 */
export const HOME_FORM = 'home'

/**
 * A kind of work on the studio home, with its tools; no tools for chat. The first is the default.
 */
export type HomeMode = { id: Medium; tools: readonly HomeTool[] }

/** The user's choice on the studio home. An empty `tool` means the first tool, or a chat. */
export type HomeChoice = {
  mode: Medium
  tool: string
  settings: Readonly<Record<string, Json>>
}

/** An example on the studio home, as the attribute `data-try` of its link contains it. */
export type HomeExample = HomeChoice & { prompt: string }

/** The props of the studio home's island. */
export type HomeProps = {
  modes: readonly HomeMode[]
  /** Label of the select for the tool. */
  choose: string
  /** Attributes that make the composer work without a script. */
  start: ComposerAttributes
}
