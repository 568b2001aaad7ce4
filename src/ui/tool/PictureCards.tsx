import { useState } from 'react'
import type { ChoiceField } from '#core/field.ts'
import { FORM, Glyph } from '#ui/tool/Glyph.tsx'
import { described, type ControlProps } from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

/** With more cards than these, only two rows are shown at first, and the chosen one. */
const UNFOLDED = 9

type Option = ChoiceField['options'][number]

type Props = ControlProps<ChoiceField> & {
  /** Options to show, in their order. */
  shown: readonly Option[]
  chosen: readonly Option[]
  /** May several be chosen? Then each card is a checkbox. */
  several?: true
  /** Adds a card for no choice at all. */
  unset?: boolean
  onPick(option: Option | undefined): void
}

/** Options that differ in looks: cards with a picture and a name, each of them a radio button or a checkbox. */
export function PictureCards({ name, field, open, shown, chosen, several, unset, onPick, parts: { id, pictures, t } }: Props) {
  const [folded, setFolded] = useState(true)
  const cards = unset ? [undefined, ...shown] : shown
  const folds = cards.length > UNFOLDED
  return (
    <>
      <div className="picture-cards" data-folded={folds && folded ? '' : undefined} {...(!several && described(name))} tabIndex={-1}>
        {cards.map(option => (
          <label key={String(option)} className="picture-card">
            <input
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={option ?? ''}
              checked={option === undefined ? chosen.length === 0 : chosen.includes(option)}
              disabled={option !== undefined && !open.includes(option) && !chosen.includes(option)}
              onChange={() => onPick(option)}
            />
            {option === undefined ? (
              <Glyph path={FORM.none} size={24} className="picture" />
            ) : (
              <Picture sheet={pictures[name]} at={field.options.indexOf(option)} of={field.options.length} />
            )}
            <span>{option === undefined ? t('field.choice.any') : optionName(t, id, name, option)}</span>
          </label>
        ))}
      </div>
      {folds && (
        <button
          type="button"
          aria-expanded={!folded}
          onClick={({ currentTarget }) => {
            setFolded(!folded)
            // Folding moves the button up by many rows: it stays in view, and with it the focus.
            if (!folded) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }))
          }}
          className="button button-quiet noscript:hidden"
        >
          {t(folded ? 'field.choice.all' : 'field.choice.fewer')}
        </button>
      )}
    </>
  )
}

type PictureProps = { sheet: string | undefined; at: number; of: number }

/** One picture of a sheet on which all of a field's stand below each other: together they are one request. */
function Picture({ sheet, at, of }: PictureProps) {
  if (sheet === undefined) return null
  const place = of > 1 ? (100 * at) / (of - 1) : 0
  return (
    <img
      src={sheet}
      alt=""
      width="192"
      height="192"
      loading="lazy"
      decoding="async"
      className="picture"
      style={{ objectPosition: `0 ${place.toFixed(3)}%` }}
    />
  )
}
