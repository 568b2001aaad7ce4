import type { Samples } from '#ui/docs/samples.ts'
import type { ShownSetting } from '#ui/viewer/settings.ts'

/** Names a file of a run: the short id of its tool, the id of its task, and its address. */
export type RunKey = { service: string; task: string; file: string }

/** Texts of the viewer about a run of the user that is not on the page. */
export type RunDetails = {
  /** The service that did the work in place of another, the action and the price. */
  facts: readonly string[]
  settings: readonly ShownSetting[]
  samples: Samples
  /** The picture from which the file was made, for a comparison of both. */
  source: string | null
}

/**
 * Loads the details of a run.
 * @throws Problem for a run that was deleted, or when the server does not answer
 */
export type LoadRun = (run: RunKey, signal: AbortSignal) => Promise<RunDetails>
