import type { Translate } from '#i18n/translate.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** The details for support, which the user can copy. Empty lines are left out. */
export function SupportIds({ lines, t }: { lines: readonly string[]; t: Translate }) {
  const told = lines.filter(line => line !== '')
  return (
    <details className="group/ids w-full text-12 text-faint">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control hover:text-text">
        <Glyph
          path={CARD_ICONS.fold}
          size={14}
          className="turns transition-transform group-open/ids:rotate-90"
        />
        {t('field.failure.details')}
      </summary>
      <div className="flex items-center justify-between gap-2">
        <code dir="ltr" className="grid min-w-0 font-mono wrap-anywhere">
          {told.map(line => (
            <span key={line}>{line}</span>
          ))}
        </code>
        <CopyIconButton text={told.join('\n')} label={t('field.failure.copy')} t={t} />
      </div>
    </details>
  )
}
