import type { Json } from '#core/json.ts'
import type { Medium } from '#core/service.ts'

/** A tool that the composer of the studio home can start. */
export type HomeTool = {
  id: string
  title: string
  /** Path of its page, and the key under which that page saves its form. */
  address: string
  place: string
  /** Its first action, the field for the prompt, and the longest prompt in characters. */
  verb: string
  field: string
  max: number
  /** The model that it begins with, empty for none, and the price of a run with it. */
  model: string
  price: string
  /** The choice of a ratio; null where it has none. `usual` is empty where the model decides. */
  ratio: { field: string; label: string; options: readonly string[]; usual: string } | null
}

/** Id of the composer's form, for the choice of a kind of work, which is outside it. */
export const HOME_FORM = 'home'

/** A kind of work on the studio home, with its tools; none for chat. The first tool is chosen. */
export type HomeMode = { id: Medium; placeholder: string; tools: readonly HomeTool[] }

/** What the user has chosen on the studio home. An empty tool is the first one, or a chat. */
export type HomeChoice = {
  mode: Medium
  tool: string
  settings: Readonly<Record<string, Json>>
}

/** An example on the studio home, as `data-try` holds it. */
export type HomeExample = HomeChoice & { prompt: string }

/** What the studio home tells its island. */
export type HomeProps = {
  modes: readonly HomeMode[]
  /** The line below the composer; empty for the chat's own. */
  line: string
  /** Name of the button that starts a tool, and of the choice of the tool. */
  generate: string
  choose: string
  /** Where the form leads without a script, and the text that it begins with. */
  action: string
  text: string
}
