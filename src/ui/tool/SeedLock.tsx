import type { Translate } from '#i18n/translate.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

const LOCKED = 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3'
const OPEN = 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.5-2'

type Props = { isLocked: boolean; onTurn(): void; t: Translate }

/** Says whether the next runs have the same seed, and changes that. */
export function SeedLock({ isLocked, onTurn, t }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <button
        type="button"
        className="inline-flex min-h-8 items-center gap-1.5 rounded-control text-13 font-medium text-muted hover:text-text pointer-coarse:min-h-control"
        aria-pressed={isLocked}
        onClick={onTurn}
      >
        <Glyph path={isLocked ? LOCKED : OPEN} size={16} />
        {t('field.seed.lock')}
      </button>
      <output className="field-hint">{t(isLocked ? 'field.seed.on' : 'field.seed.off')}</output>
    </div>
  )
}
