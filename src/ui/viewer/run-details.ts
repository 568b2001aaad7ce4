import type { Samples } from '#ui/docs/samples.ts'
import type { ShownSetting } from '#ui/viewer/settings.ts'

/** Identifies a run by the short id of its tool and the id of its task. */
export type RunKey = { service: string; task: string }

/** What the viewer shows of a run of the user that is not on the page. All of it is text. */
export type RunDetails = {
  /** The service that did the work in place of another, the action and the price. */
  facts: readonly string[]
  settings: readonly ShownSetting[]
  samples: Samples
}

/**
 * Loads the details of a run.
 * @throws Problem for a run that was deleted, or when the server does not answer
 */
export type LoadRun = (run: RunKey, signal: AbortSignal) => Promise<RunDetails>
