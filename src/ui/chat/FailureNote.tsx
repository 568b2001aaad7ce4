import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { Failure } from '#client/turns.ts'
import { joinSentences } from '#core/joined.ts'
import type { Translate } from '#i18n/translate.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { failureSentence, issueSentences, lacksCredits } from '#ui/chat/sentences.ts'

type Props = {
  failure: Failure
  /** Address of the page that sells credits. */
  plans: string
  /**
   * True if the failure happened before the page was opened. Screen readers then do not announce
   * it.
   */
  old?: boolean
  t: Translate
}

/** A failure: first the sentence for the user, then the details for support. */
export function FailureNote({ failure, plans, old = false, t }: Props) {
  const sentences = [failureSentence(failure, t), ...issueSentences(failure, t)]
  return (
    <div role={old ? undefined : 'alert'} className="notice notice-bad text-14">
      <TriangleAlert {...ICON_PROPS} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p>{joinSentences(sentences)}</p>
        {lacksCredits(failure) && (
          <a className="link" href={plans}>
            {t('chat.failure.plans')}
          </a>
        )}
        {failure.issues.some(({ field }) => field === 'model') && (
          <button type="button" className="link" onClick={() => location.reload()}>
            {t('chat.failure.reload')}
          </button>
        )}
        <Details failure={failure} t={t} />
      </div>
    </div>
  )
}

function Details({ failure, t }: Pick<Props, 'failure' | 't'>) {
  const { code, detail, traceId } = failure
  const lines = [
    detail === '' ? code : `${code} - ${detail}`,
    ...(traceId === '' ? [] : [`${t('chat.failure.trace')} ${traceId}`])
  ]
  return (
    <details className="group/details w-full text-12 text-faint">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control hover:text-text">
        <ChevronRight
          {...ICON_PROPS}
          size={14}
          className="turns transition-transform group-open/details:rotate-90"
        />
        {t('chat.failure.details')}
      </summary>
      <div className="flex items-center justify-between gap-2">
        <code dir="ltr" className="grid min-w-0 font-mono break-words">
          {lines.map(line => (
            <span key={line}>{line}</span>
          ))}
        </code>
        <CopyButton
          text={lines.join('\n')}
          label={t('chat.failure.copy')}
          done={t('chat.turn.copied')}
        />
      </div>
    </details>
  )
}
