import type { Translate } from '#i18n/translate.ts'

type Props = {
  /** From 0. */
  place: number
  /** The models of all sides. */
  titles: readonly string[]
  t: Translate
}

/** Returns the id of a side's heading, to which the other sides link. */
export function sideHeadingId(place: number): string {
  return `compare-${place}`
}

/**
 * The number of a side, with links to the others. It shows where the window is too narrow to have
 * them beside each other.
 */
export function SidePlace({ place, titles, t }: Props) {
  return (
    <p className="compare-place text-13 text-muted">
      <span>{t('field.view.title', { number: place + 1, count: titles.length })}</span>
      {titles.map((title, at) =>
        at === place ? null : (
          <a key={at} className="link" href={`#${sideHeadingId(at)}`}>
            <bdi>{title}</bdi>
          </a>
        )
      )}
    </p>
  )
}
