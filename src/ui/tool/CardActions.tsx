import type { Task } from '#contract/task.ts'
import { runPrompt } from '#core/output.ts'
import { isTaskRunning } from '#stores/shelf.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { useCopied } from '#ui/use-copied.ts'

type Props = {
  task: Task
  verb: string
  parts: CardParts
  /** Asks whether to delete the task. */
  onDelete(): void
}

type Act = { id: string; icon: string; onClick(): void }

/**
 * The actions on a task as icons beside the facts about it.
 * @param props.inMenu true if they are in the menu of a result on touch screens
 */
export function CardActions(props: Props & { inMenu?: boolean }) {
  const { inMenu = false, parts, task } = props
  const { t } = parts
  const prompt = promptOf(task)
  return (
    <div
      className={`tool-card-actions -me-2 flex flex-none noscript:hidden ${inMenu ? 'touch:hidden' : ''}`}
    >
      {prompt !== '' && <CopyIconButton text={prompt} label={t('field.card.copy_prompt')} t={t} />}
      {listActs(props).map(({ id, icon, onClick }) => (
        <button
          // The button that cancels becomes the one that deletes, so that the focus stays on it.
          key={id === 'cancel' ? 'delete' : id}
          type="button"
          className="icon-button"
          title={t(`field.card.${id}`)}
          aria-label={t(`field.card.${id}`)}
          onClick={onClick}
        >
          <Glyph path={icon} />
        </button>
      ))}
    </div>
  )
}

/** The actions on a task as entries of the menu of one of its results. */
export function CardMenuActions(props: Props) {
  const { t } = props.parts
  const prompt = promptOf(props.task)
  const { copied, copy } = useCopied(prompt)
  return (
    <>
      {prompt !== '' && (
        <button type="button" className="menu-item" onClick={copy}>
          {t(copied ? 'field.card.copied' : 'field.card.copy_prompt')}
        </button>
      )}
      {listActs(props).map(({ id, onClick }) => (
        <button
          key={id}
          type="button"
          className="menu-item"
          onClick={({ currentTarget }) => {
            closeMenu(currentTarget)
            onClick()
          }}
        >
          {t(`field.card.${id}`)}
        </button>
      ))}
    </>
  )
}

/** Closes the menu that contains an element, and moves the focus to its button. */
export function closeMenu(entry: Element): void {
  const menu = entry.closest('details')
  if (menu === null) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}

function promptOf({ request, response }: Task): string {
  return runPrompt(request, response)
}

/** Lists the actions that a task offers now; their names are `field.card.<id>`. */
function listActs({ task, verb, parts, onDelete }: Props): Act[] {
  const { service, guest, onAgain, onCancel } = parts
  const again: Act = { id: 'again', icon: CARD_ICONS.again, onClick: () => onAgain(task) }
  const end: Act | null = isTaskRunning(task)
    ? { id: 'cancel', icon: CARD_ICONS.stop, onClick: () => onCancel(task) }
    : guest
      ? null
      : { id: 'delete', icon: CARD_ICONS.delete, onClick: onDelete }
  return [
    ...(service.actions?.[verb]?.hidden === true ? [] : [again]),
    ...(end === null ? [] : [end])
  ]
}
