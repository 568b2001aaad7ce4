import { useEffect, useState } from 'react'
import { readPushState, turnPushOn, type PushState } from '#client/push.ts'
import type { Task } from '#contract/task.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { usePersisted } from '#stores/persisted.ts'
import { $pushAnswered } from '#stores/push-answer.ts'
import { withUserToken } from '#stores/renewal.ts'

/** A run is worth a message if it usually takes this many seconds. */
const LONG = 20

type Props = {
  service: Pick<Service, 'actions'>
  /** The user's tasks that are running. */
  running: readonly Pick<Task, 'type'>[]
  t: Translate
}

/**
 * Offers push messages at the first long run, in a browser that can receive them. It asks only
 * once. Afterwards the user can turn them on in the profile.
 */
export function PushOffer({ service, running, t }: Props) {
  const answered = usePersisted($pushAnswered, true)
  const [state, setState] = useState<PushState | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => void readPushState().then(setState, () => undefined), [])
  const isLong = running.some(({ type }) => (service.actions?.[type]?.expected ?? 0) >= LONG)
  // The offer stays when the run has ended.
  const [hasBegun, setHasBegun] = useState(isLong)
  if (isLong && !hasBegun) setHasBegun(true)
  const accept = async (): Promise<void> => {
    const next = await withUserToken(turnPushOn).catch(() => null)
    $pushAnswered.set(true)
    setSaid(next === 'on' ? t('field.push.done') : next === null ? t('field.push.problem') : '')
  }
  if (said !== '')
    return (
      <p role="status" className="notice text-13">
        {said}
      </p>
    )
  if (answered || state !== 'off' || !hasBegun) return null
  return (
    <div className="notice flex-wrap items-center text-13">
      <p className="flex-[1_1_12rem]">{t('field.push.offer')}</p>
      <div className="flex flex-none gap-2">
        <button type="button" className="button" onClick={() => void accept()}>
          {t('field.push.yes')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => $pushAnswered.set(true)}
        >
          {t('field.push.no')}
        </button>
      </div>
    </div>
  )
}
