import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { failureSentence, lacksCredits } from '#ui/chat/sentences.ts'
import { Ids } from '#ui/tool/Ids.tsx'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

export type FailureProps = {
  failure: Failure
  /** Address of the page that sells credits. */
  plans: string
  /** Whether a run started and cost nothing. */
  free?: boolean
  /** Whether the failure is older than the page. Screen readers do not announce such a failure. */
  old?: boolean
  task?: string
  t: Translate
}

/** A failure: what happened, what to do next, whether it was charged, and the ids for support. */
export function TaskFailure({
  failure,
  plans,
  free = false,
  old = false,
  task = '',
  t
}: FailureProps) {
  const { code, detail, traceId } = failure
  return (
    <div role={old ? undefined : 'alert'} className="notice notice-bad text-13">
      <Glyph path={CARD.warn} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p>
          {failureText(t, failure)} {free && t('field.failure.free')}
        </p>
        {(lacksCredits(failure) || code === 'not_applied') && (
          <a className="link" href={plans}>
            {t('field.failure.plans')}
          </a>
        )}
        <Ids
          lines={[
            `${code}${detail === '' ? '' : ` - ${detail}`}`,
            task && `task ${task}`,
            traceId && `trace ${traceId}`
          ]}
          t={t}
        />
      </div>
    </div>
  )
}

/** Returns the reason for a failure, in one sentence. */
function failureText(t: Translate, failure: Failure): string {
  return failure.code === 'unknown' && failure.detail === 'offline'
    ? t('field.failure.offline')
    : failureSentence(failure, t)
}
