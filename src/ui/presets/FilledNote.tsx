import type { Translate } from '#i18n/translate.ts'

type Props = {
  text: string
  details: readonly string[]
  onUndo(): void
  onDismiss(): void
  t: Translate
}

/** Says with what the form was filled, and lets the user undo it. */
export function FilledNote({ text, details, onUndo, onDismiss, t }: Props) {
  return (
    <div className="grid gap-1 text-13 text-muted">
      <p className="wrap-anywhere" dir="auto">
        {text}
      </p>
      {details.map(detail => (
        <p key={detail} className="wrap-anywhere text-warn">
          {detail}
        </p>
      ))}
      <div className="flex gap-4">
        <button
          type="button"
          className="link min-h-8 pointer-coarse:min-h-control"
          onClick={onUndo}
        >
          {t('preset.undo')}
        </button>
        <button
          type="button"
          className="link min-h-8 pointer-coarse:min-h-control"
          onClick={onDismiss}
        >
          {t('preset.dismiss')}
        </button>
      </div>
    </div>
  )
}
