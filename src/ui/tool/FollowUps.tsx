import type { Task } from '#contract/task.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import { followUpNameKey, followUpValues, isFollowUpPossible, type Output } from '#core/output.ts'
import type { Action, FollowUp } from '#core/service.ts'
import { useMenu } from '#ui/table/use-menu.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { closeMenu } from '#ui/tool/CardActions.tsx'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { useTouch } from '#ui/tool/use-touch.ts'

/** The number of follow-ups beside a result. The others are in a menu. */
const MAIN = 2

type Props = {
  output: Output
  action: Action
  task: Task
  parts: CardParts
  /** Shows all as buttons, without a menu. */
  unfolded?: boolean | undefined
  /** Shows all in the menu. */
  folded?: boolean
  /** Further entries of the menu on touch screens, where the menu contains all actions. */
  onTouch?: React.ReactElement | null
  /** One more entry of the menu. */
  children?: React.ReactElement | null
}

/** The follow-ups of a result: the first ones as buttons, the others in a menu. */
export function FollowUps({
  output,
  action,
  task,
  parts,
  unfolded = false,
  folded = false,
  onTouch = null,
  children = null
}: Props) {
  const touch = useTouch() && onTouch !== null
  const { service, priceOf, shortOf, onFollow, t } = parts
  const request = normalizeFieldNames(action.fields, task.request)
  const possible = (action.followUps ?? []).filter(each =>
    isFollowUpPossible(each, output, request)
  )
  // A single follow-up is no menu, because its own button takes no more room.
  const beside = possible.length === MAIN + 1 && children === null ? MAIN + 1 : MAIN
  const main = unfolded ? possible.length : folded ? 0 : beside
  const hasMenu = possible.length > main || children !== null
  const button = (className: string) => (each: FollowUp) => {
    // If the button starts a run at once, it shows the price.
    const begins =
      each.atOnce && each.service === undefined ? followUpValues(each, output, request) : null
    return (
      <button
        key={each.id}
        type="button"
        className={`${className} noscript:hidden`}
        title={begins === null ? undefined : priceOf(each.action, begins)}
        onClick={({ currentTarget }) => {
          closeMenu(currentTarget)
          onFollow(each, output, task)
        }}
      >
        {t(followUpNameKey(service, each))}
        {begins !== null && (
          <span className="ms-auto text-faint tabular-nums">· {shortOf(each.action, begins)}</span>
        )}
      </button>
    )
  }
  return (
    <>
      {possible.slice(0, main).map(button(onTouch === null ? 'chip' : 'chip touch:hidden'))}
      {unfolded && children}
      {!unfolded && (hasMenu || onTouch !== null) && (
        <FurtherActions name={t('field.card.more')} touchOnly={!hasMenu}>
          {possible.slice(touch ? 0 : main).map(button('menu-item'))}
          {children}
          {touch && onTouch}
        </FurtherActions>
      )}
    </>
  )
}

type FurtherProps = {
  name: string
  /** Hides the menu where everything in it is also beside it. */
  touchOnly: boolean
  children: React.ReactNode
}

/** A menu of further actions. */
function FurtherActions({ name, touchOnly, children }: FurtherProps) {
  const menu = useMenu()
  return (
    <details
      className={`tool-menu touch:ms-auto noscript:hidden ${touchOnly ? 'tool-menu-touch' : ''}`}
      name="tool-menu"
      ref={menu}
      onToggle={({ currentTarget: { open, lastElementChild } }) =>
        open && lastElementChild?.scrollIntoView({ block: 'nearest' })
      }
    >
      <summary className="icon-button" aria-label={name} title={name}>
        <Glyph path={CARD_ICONS.more} />
      </summary>
      <div className="menu">{children}</div>
    </details>
  )
}
