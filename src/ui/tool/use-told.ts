import { useEffect, useRef, useState } from 'react'
import { formatPercent } from '#core/format-span.ts'
import type { Translate } from '#i18n/translate.ts'

/** A run, as the announcements need it. */
export type AnnouncedRun = {
  id: string
  /** Name of its tool. */
  name: string
  state: 'running' | 'ready' | 'failed' | 'cancelled'
  /** In percent. */
  progress: number
}

/**
 * Returns the text that screen readers announce: a run's start, each quarter of its progress, and
 * its end. Runs that the page had from the beginning are not announced until they change.
 */
export function useRunAnnouncement(
  runs: readonly AnnouncedRun[],
  locale: string,
  t: Translate
): string {
  const [said, setSaid] = useState('')
  const before = useRef<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    const known = before.current
    const now = new Map(runs.map(each => [each.id, stepOf(each, locale, t)]))
    before.current = now
    if (known === null) return
    const news = runs.filter(
      ({ id, state }) => known.get(id) !== now.get(id) && (known.has(id) || state === 'running')
    )
    const told = news.map(({ id, name }) => t('field.pair', { name, value: now.get(id) ?? '' }))
    if (told.length > 0) setSaid(new Intl.ListFormat(locale).format(told))
  }, [runs, locale, t])
  return said
}

function stepOf({ state, progress }: AnnouncedRun, locale: string, t: Translate): string {
  if (state === 'cancelled') return t('field.state.cancelled')
  if (state !== 'running') return t(`field.dock.${state}`)
  const quarter = Math.floor(progress / 25) * 25
  return t('field.state.running') + (quarter > 0 ? ` ${formatPercent(quarter, locale)}` : '')
}
