import type { Translate } from '#i18n/translate.ts'
import { RequestCode } from '#ui/viewer/RequestCode.tsx'
import type { RunDetails } from '#ui/viewer/run-details.ts'
import { SettingList } from '#ui/viewer/SettingList.tsx'

/** The settings of a run and its request as code; placeholders while `run` is undefined. */
export function RunSettings({ run, t }: { run: RunDetails | null | undefined; t: Translate }) {
  if (run === null) return null
  if (run === undefined)
    return (
      <div aria-hidden="true" className="grid gap-2">
        <span className="skeleton h-4 w-2/3" />
        <span className="skeleton h-4 w-1/2" />
        <span className="skeleton h-4 w-2/3" />
      </div>
    )
  return (
    <>
      <SettingList settings={run.settings} />
      <RequestCode samples={run.samples} t={t} />
    </>
  )
}

type FactsProps = { facts: string; run: RunDetails | null | undefined }

/** One line of facts: those that the page knows, and those of the run. */
export function RunFacts({ facts, run }: FactsProps) {
  const all = [facts, ...(run?.facts ?? [])].filter(fact => fact !== '')
  if (all.length === 0 && run !== undefined) return null
  return (
    <p className="text-13 text-muted">
      {all.join(' · ')}
      {run === undefined && (
        <span aria-hidden="true" className="skeleton ms-2 inline-block h-3 w-20" />
      )}
    </p>
  )
}
