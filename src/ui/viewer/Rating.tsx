import { useStore } from '@nanostores/react'
import { useEffect, useState, type MouseEvent } from 'react'
import { MOST_STARS } from '#core/rating.ts'
import type { Translate } from '#i18n/translate.ts'
import { $ratings, loadRatings, rateResult, ratingKey } from '#stores/ratings.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'

type Props = {
  /** The id of the task that made the result. */
  task: string
  address: string
  t: Translate
}

const STARS = Array.from({ length: MOST_STARS }, (_, at) => at + 1)

/**
 * The stars that the user gives a result, whose rating loads. They do not show for a result that is
 * not in the library.
 */
export function ResultRating({ task, address, t }: Props) {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void loadRatings(task).then(() => setLoaded(true)), [task])
  const isKnown = useStore($ratings)[ratingKey(address)] !== undefined
  return isLoaded && !isKnown ? null : <RatingStars address={address} t={t} />
}

/** The stars of a file in the library. They cannot be pressed until its rating is known. */
export function RatingStars({ address, t }: Pick<Props, 'address' | 't'>) {
  const key = ratingKey(address)
  const rated = useStore($ratings)[key]
  const [hasFailed, setFailed] = useState(false)
  const rating = rated?.rating ?? 0
  const rate = (stars: number): void => {
    setFailed(false)
    void rateResult(key, stars).then(isSaved => setFailed(!isSaved))
  }
  return (
    <div className="flex flex-wrap items-center" style={{ marginInlineStart: -8 }}>
      <fieldset className="flex" disabled={rated === undefined}>
        <legend className="sr-only">{t('field.rating.label')}</legend>
        {STARS.map(stars => (
          <Star
            key={stars}
            name={t('field.rating.stars', { number: stars })}
            checked={stars === rating}
            full={stars <= rating}
            onCheck={() => rate(stars)}
          />
        ))}
      </fieldset>
      {rating > 0 && (
        <IconButton
          name={t('field.rating.remove')}
          path={CARD_ICONS.close}
          onPress={() => rate(0)}
        />
      )}
      <output className={hasFailed ? 'w-full text-13' : 'sr-only'}>
        {hasFailed ? t('field.rating.failed') : ''}
      </output>
    </div>
  )
}

type StarProps = { name: string; checked: boolean; full: boolean; onCheck(): void }

function Star({ name, checked, full, onCheck }: StarProps) {
  return (
    <label
      title={name}
      className={`icon-button relative has-focus-visible:outline-2 has-focus-visible:outline-accent ${full ? 'text-accent-text' : ''}`}
    >
      <svg
        viewBox="0 0 24 24"
        width={20}
        height={20}
        fill={full ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={VIEWER_ICONS.star} />
      </svg>
      <input
        type="radio"
        name="rating"
        aria-label={name}
        checked={checked}
        onChange={onCheck}
        onClick={leave}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  )
}

/**
 * After a click with a pointer, the arrow keys show the next result again. With the focus on a star
 * they would change the rating.
 */
function leave({ detail, currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (detail > 0) currentTarget.closest('dialog')?.focus()
}
