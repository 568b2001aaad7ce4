import { useEffect, type Dispatch, type SetStateAction } from 'react'
import type { LoadRun, RunDetails, RunKey } from '#ui/viewer/run-details.ts'

/** The details of runs by the ids of their files; null where they could not be loaded. */
export type KnownRuns = Readonly<Record<string, RunDetails | null>>

/** Keeps the details of runs while a viewer is open. `load` must not change. */
export type RunStore = {
  load: LoadRun
  runs: KnownRuns
  setRuns: Dispatch<SetStateAction<KnownRuns>>
}

/**
 * Loads the details of a file's run once it is shown.
 * @returns undefined until they are loaded; null if the file has no run, or without an answer
 */
export function useRunDetails(
  { id, run }: { id: string; run: RunKey | null },
  { load, runs, setRuns }: RunStore
): RunDetails | null | undefined {
  const known = run === null ? null : runs[id]
  useEffect(() => {
    if (run === null || known !== undefined) return undefined
    const over = new AbortController()
    const add = (found: RunDetails | null): void => {
      if (!over.signal.aborted) setRuns(before => ({ ...before, [id]: found }))
    }
    load(run, over.signal).then(add, () => add(null))
    return () => over.abort()
  }, [id, run, known, load, setRuns])
  return known
}
