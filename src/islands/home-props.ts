import type { Json } from '#core/json.ts'
import type { Medium } from '#core/service.ts'
import type { Start } from '#ui/chat/Composer.tsx'

/** A tool that the composer of the studio home can start. */
export type HomeTool = {
  id: string
  title: string
  /** Path of its page, and the key under which that page saves its form. */
  address: string
  place: string
  /** Its first action, and the field for the prompt. */
  verb: string
  field: string
  /** The composer's placeholder, its `max` characters, and the name of its button. */
  composer: { placeholder: string; max: number; sendName: string }
  /** The model that it begins with, empty for none, and the price of a run with it. */
  model: string
  price: string
  /** The choice of a ratio; null where it has none. `usual` is empty where the model decides. */
  ratio: { field: string; label: string; options: readonly string[]; usual: string } | null
}

/** Id of the composer's form, for the choice of a kind of work, which is outside it. */
export const HOME_FORM = 'home'

/** A kind of work on the studio home, with its tools; none for chat. The first tool is chosen. */
export type HomeMode = { id: Medium; tools: readonly HomeTool[] }

/** The user's choice on the studio home. An empty tool is the first one, or a chat. */
export type HomeChoice = {
  mode: Medium
  tool: string
  settings: Readonly<Record<string, Json>>
}

/** An example on the studio home, as `data-try` holds it. */
export type HomeExample = HomeChoice & { prompt: string }

/** The props of the studio home's island. */
export type HomeProps = {
  modes: readonly HomeMode[]
  /** Name of the choice of the tool. */
  choose: string
  /** Attributes that make the composer work without a script. */
  start: Start
}
