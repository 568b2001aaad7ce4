import type { Translate } from '#i18n/translate.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** A model of a list, with the heading above it. */
type PickModel = { key: string; title: string; family: string }

type Props = {
  models: readonly PickModel[]
  chosen: PickModel
  /** The keys of the other chosen models. */
  taken: readonly string[]
  /** From 1. */
  number: number
  price: string
  onPick(key: string): void
  /** Undefined if no fewer models can be compared. */
  onDrop?: (() => void) | undefined
  t: Translate
}

/** One model of a comparison that is about to be sent, and its price. */
export function ModelPick({ models, chosen, taken, number, price, onPick, onDrop, t }: Props) {
  const families = [...Map.groupBy(models, ({ family }) => family)]
  return (
    <li className="card compare-pick">
      <label className="grid min-w-0 gap-1">
        <span className="field-label">{t('compare.model', { number })}</span>
        <select
          className="input"
          value={chosen.key}
          onChange={event => onPick(event.currentTarget.value)}
        >
          {families.map(([family, members]) => (
            <optgroup key={family} label={family}>
              {members.map(({ key, title }) => (
                <option key={key} value={key} disabled={taken.includes(key)}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {onDrop !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('compare.drop', { model: chosen.title })}
          title={t('compare.drop', { model: chosen.title })}
          onClick={onDrop}
        >
          <Glyph path={CARD_ICONS.close} />
        </button>
      )}
      <p className="compare-price text-13 text-muted tabular-nums">{price}</p>
    </li>
  )
}
