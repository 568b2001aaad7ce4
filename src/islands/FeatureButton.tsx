import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Failure } from '#client/turns.ts'
import { $featured, loadFeatured, featuredKey, toggleFeatured } from '#stores/featured.ts'
import type { FeatureProps } from '#ui/tool/card-parts.ts'

/** Codes of issues with which the server refuses a result. */
const REASONS = ['sandbox', 'elsewhere', 'too_many'] as const

/** A button with which an admin features a result on the site, or stops featuring it. */
export function FeatureButton({ site, task, output, t }: FeatureProps) {
  const featured = useStore($featured)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => void loadFeatured(site), [site])
  if (featured === null || task.state !== 'succeeded') return null
  const why = REASONS.find(each => each === failure?.issues[0]?.code)
  const isFeatured = Object.hasOwn(featured, featuredKey(task.id, output))
  const toggle = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailure(await toggleFeatured(site, task.id, output))
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
