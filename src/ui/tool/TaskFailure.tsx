import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { failureSentence, lacksCredits } from '#ui/chat/sentences.ts'
import { SupportIds } from '#ui/tool/Ids.tsx'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

export type FailureProps = {
  failure: Failure
  /** Address of the page that sells credits. */
  plans: string
  /** True if a run has started but failed without any charge. */
  free?: boolean
  /**
   * True if the failure happened before the page was opened. Screen readers then do not announce
   * it.
   */
  old?: boolean
  task?: string
  /** Starts the same run again. Its price is shown on the button. */
  retry?: { price: string; onRetry(): void } | undefined
  t: Translate
}

/** Codes of failures that would happen again if the same run were started again. */
const LASTING = [
  'api_not_implemented',
  'bad_request',
  'content_too_large',
  'disabled',
  'forbidden',
  'not_applied',
  'request_too_large',
  'used_up'
]

/** A failure: what happened, what to do next, whether it was charged, and the ids for support. */
export function TaskFailure({
  failure,
  plans,
  free = false,
  old = false,
  task = '',
  retry,
  t
}: FailureProps) {
  const { code, detail, traceId, note } = failure
  return (
    <div role={old ? undefined : 'alert'} className="notice notice-bad text-13">
      <Glyph path={CARD_ICONS.warn} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p>
          {failureText(t, failure)} {free && t('field.failure.free')} {note}
        </p>
        {(lacksCredits(failure) || code === 'not_applied') && (
          <a className="link" href={plans}>
            {t('field.failure.plans')}
          </a>
        )}
        {retry !== undefined && !LASTING.includes(code) && (
          <button type="button" className="button noscript:hidden" onClick={() => retry.onRetry()}>
            {t('field.results.retry')}
            <span className="font-normal tabular-nums">· {retry.price}</span>
          </button>
        )}
        <SupportIds
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
