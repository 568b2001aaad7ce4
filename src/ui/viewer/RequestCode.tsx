import { useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { SAMPLE_NAMES, type Samples } from '#ui/docs/samples.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** Shows the request of a result as code, in a programming language that the user chooses. */
export function RequestCode({ samples, t }: { samples: Samples; t: Translate }) {
  const [chosen, setChosen] = useState(0)
  const text = samples[chosen]?.text ?? ''
  return (
    <details className="group/code min-w-0">
      <summary className="inline-flex min-h-control items-center gap-1 rounded-control text-13 text-muted hover:text-text">
        <Glyph
          path={CARD_ICONS.fold}
          className="turns transition-transform group-open/code:rotate-90"
        />
        {t('field.view.code')}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="segments" role="group" aria-label={t('field.view.language')}>
          {samples.map(({ language }, index) => (
            <button
              key={language}
              type="button"
              className="segment"
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              {SAMPLE_NAMES[language]}
            </button>
          ))}
        </div>
        <div className="relative rounded-control border border-line bg-ground" dir="ltr">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, by keyboard too */}
          <pre tabIndex={0} role="group" aria-label={t('field.view.code')} className={PRE}>
            <code>{text}</code>
          </pre>
        </div>
        <div className="flex items-center justify-between gap-2">
          <p className="text-12 text-faint">{t('field.view.key')}</p>
          <CopyIconButton text={text} label={t('field.view.copy_code')} t={t} />
        </div>
      </div>
    </details>
  )
}

const PRE = 'max-h-60 overflow-auto p-3 font-mono text-12 [tab-size:2]'
