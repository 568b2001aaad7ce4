import { formatPercent } from '#core/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { DockRun } from '#stores/dock.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  runs: readonly DockRun[]
  /** Names of the other tools by id. Runs of tools without a name are hidden. */
  names: Readonly<Record<string, string>>
  addressOf(run: DockRun): string
  onClose(id: string): void
  locale: string
  t: Translate
}

/** Links to the runs of other tools. It stays visible while the results scroll. */
export function Dock({ runs, names, addressOf, onClose, locale, t }: Props) {
  const shown = runs.filter(each => names[each.service] !== undefined)
  if (shown.length === 0) return null
  const making = shown.filter(each => each.state === 'running').length
  return (
    <section
      aria-label={t('field.dock.title')}
      data-live
      className="flex flex-none items-center gap-2 overflow-x-auto border-t border-line px-4 py-2"
    >
      {making > 0 && (
        <p className="flex-none text-13 text-muted max-md:sr-only">
          {t('field.dock.count', { count: making })}
        </p>
      )}
      <ul className="flex gap-2">
        {shown.map(run => (
          <li key={run.id} className="flex flex-none items-center">
            <a className="chip" href={addressOf(run)}>
              <Sign state={run.state} />
              <bdi>{names[run.service]}</bdi>
              <span className="text-faint tabular-nums">{stateOf(run, locale, t)}</span>
            </a>
            {run.state !== 'running' && (
              <button
                type="button"
                className="icon-button noscript:hidden"
                aria-label={t('field.dock.close')}
                onClick={event => leave(event.currentTarget, () => onClose(run.id))}
              >
                <Glyph path={CARD_ICONS.close} size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Moves the focus to a neighbouring run before this one disappears, or else to the main content.
 */
function leave(button: HTMLElement, close: () => void): void {
  const row = button.closest('li')
  const near = row?.nextElementSibling ?? row?.previousElementSibling
  const next = near?.querySelector('a') ?? document.querySelector('main')
  next?.focus()
  close()
}

function Sign({ state }: Pick<DockRun, 'state'>) {
  if (state === 'running') return <span className="spinner" />
  return state === 'ready' ? (
    <Glyph path={CARD_ICONS.check} size={16} className="text-good" />
  ) : (
    <Glyph path={CARD_ICONS.warn} size={16} className="text-bad" />
  )
}

function stateOf({ state, progress }: DockRun, locale: string, t: Translate): string {
  if (state !== 'running') return t(`field.dock.${state}`)
  return progress > 0 ? formatPercent(Math.round(progress), locale) : ''
}
