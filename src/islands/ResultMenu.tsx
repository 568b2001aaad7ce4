import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { pageHub } from '#client/page-hub.ts'
import { sharedProps } from '#client/page-props.ts'
import type { Failure } from '#client/turns.ts'
import { findTaskAction, taskOutputs } from '#core/output.ts'
import { resultSeed, SEED } from '#core/seed.ts'
import { localizePath } from '#i18n/locale.ts'
import type { ToolPageProps } from '#islands/tool-page-props.ts'
import { $featured, loadFeatured, featuredKey, toggleFeatured } from '#stores/featured.ts'
import { $form, setField, switchFormVerb } from '#stores/tool-form.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ResultMenuProps } from '#ui/tool/card-parts.ts'

/** Codes of issues with which the server refuses a result. */
const REASONS = ['sandbox', 'elsewhere', 'too_many'] as const

/** Further actions on a result: users share it, and admins feature it on their site. */
export function ResultMenu({ site, task, output, t }: ResultMenuProps) {
  if (task.state !== 'succeeded') return null
  const query = new URLSearchParams({ task: task.id, output: String(output) })
  return (
    <>
      <a className="menu-item" href={`${localizePath('/share/result', pageHub().locale)}?${query}`}>
        {t('field.card.share')}
      </a>
      <SeedButton task={task} output={output} t={t} />
      {site !== undefined && <FeatureButton site={site} task={task.id} output={output} t={t} />}
    </>
  )
}

/** Puts the seed of a result into the form, if the seed is known and the page has a form. */
function SeedButton({ task, output: index, t }: Pick<ResultMenuProps, 'task' | 'output' | 't'>) {
  const form = useStore($form)
  const service = useMemo(() => sharedProps<ToolPageProps>({}).service, [])
  const made = findTaskAction(service, task.type)
  if (form === null || made === null) return null
  const { verb, action } = made
  const output = taskOutputs(task.response, action.shows.field)[index]
  const seed = output === undefined ? null : resultSeed(action, output, task.request)
  if (seed === null) return null
  const isKept = form.verb === verb && form.given[verb]?.[SEED] === seed
  const text = t(isKept ? 'field.seed.kept' : 'field.seed.keep', { seed: String(seed) })
  return (
    <>
      <button
        type="button"
        className="menu-item"
        aria-disabled={isKept}
        onClick={() => {
          switchFormVerb(service, verb)
          setField(service, SEED, seed, verb)
        }}
      >
        {text}
      </button>
      <output className="sr-only">{isKept && text}</output>
    </>
  )
}

type FeatureProps = { site: string; task: string; output: number; t: Translate }

/** A button with which an admin features a result on the site, or stops featuring it. */
function FeatureButton({ site, task, output, t }: FeatureProps) {
  const featured = useStore($featured)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => void loadFeatured(site), [site])
  if (featured === null) return null
  const why = REASONS.find(each => each === failure?.issues[0]?.code)
  const isFeatured = Object.hasOwn(featured, featuredKey(task, output))
  const toggle = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailure(await toggleFeatured(site, task, output))
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="menu-item" aria-busy={busy} onClick={() => void toggle()}>
        {t(isFeatured ? 'field.feature.remove' : 'field.feature.add')}
      </button>
      {failure !== null && (
        <p role="alert" className="px-3 text-13 whitespace-normal text-muted">
          {why === undefined ? failure.sentence : t(`field.feature.${why}`)}
        </p>
      )}
    </>
  )
}
