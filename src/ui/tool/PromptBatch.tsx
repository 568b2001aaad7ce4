import { expandAlternatives, promptLines } from '#core/alternatives.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = {
  prompt: string
  /** Starts a run for each line. */
  onLines(): void
  t: Translate
}

/** Offers a run for each line of a prompt, or says how to write alternatives. */
export function PromptBatch({ prompt, onLines, t }: Props) {
  const lines = promptLines(prompt)
  if (lines.length > 1)
    return (
      <button
        type="button"
        className="link min-h-8 justify-self-start text-13 pointer-coarse:min-h-control"
        onClick={onLines}
      >
        {t('field.batch.lines')}
      </button>
    )
  if (lines.length === 0 || expandAlternatives(prompt)?.length !== 1) return null
  return (
    <p className="field-hint max-md:group-data-[detent=low]/form:hidden">{t('field.batch.hint')}</p>
  )
}
