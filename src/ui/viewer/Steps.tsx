import type { Translate } from '#i18n/translate.ts'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { nameWithKey } from '#ui/viewer/key-hints.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'

type Props = {
  at: number
  count: number
  /** The number of the result as text, such as “Result 2 of 12”. */
  title: string
  go(step: number): void
  t: Translate
}

/**
 * Shows the number of the result between the buttons for the previous and the next one. A single
 * result needs none of them.
 */
export function ResultPager({ at, count, title, go, t }: Props) {
  if (count < 2) return null
  return (
    <div className="flex items-center">
      <IconButton
        {...nameWithKey('field.view.previous', t)}
        path={VIEWER_ICONS.back}
        turns
        off={at === 0}
        onPress={() => go(-1)}
      />
      <p className="px-2 text-13 text-muted tabular-nums" aria-live="polite">
        {title}
      </p>
      <IconButton
        {...nameWithKey('field.view.next', t)}
        path={VIEWER_ICONS.forth}
        turns
        off={at === count - 1}
        onPress={() => go(1)}
      />
    </div>
  )
}
