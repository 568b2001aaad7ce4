import { contentText } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import { showConversation } from '#islands/moving.ts'
import type { ChatModuleOptions } from '#islands/later-options.ts'
import { stopOpenAnswer } from '#stores/asking.ts'
import { $singleKeys } from '#stores/single-keys.ts'
import { currentThread } from '#stores/thread.ts'
import { copyText } from '#ui/copy-text.ts'
import { ShortcutsDialog } from '#ui/chat/KeysDialog.tsx'
import { shortcutLabel, shortcutOf, type ShortcutId } from '#ui/chat/shortcuts.ts'

/**
 * The action of a shortcut.
 * @returns false when there is nothing to do; then the browser handles the key
 */
type Deed = (options: ChatModuleOptions) => boolean

const DEEDS: Record<ShortcutId, Deed> = {
  list: showShortcuts,
  new({ hub, group, ...rest }) {
    const base = localizePath(`/${group.id}/conversations`, hub.locale)
    void showConversation({ hub, group, ...rest }, { base, address: base, push: true })
    return true
  },
  // The page frame handles this shortcut, see `sections/frame/palette-button.browser.ts`.
  palette: () => false,
  write({ field }) {
    field.current?.focus()
    return field.current !== null
  },
  copy({ say, t }) {
    const answer = currentThread().turns.findLast(
      ({ role, content }) => role === 'assistant' && contentText(content) !== ''
    )
    if (answer === undefined) return false
    void copyText(contentText(answer.content)).then(done => done && say(t('chat.turn.copied')))
    return true
  },
  previous: () => step(-1),
  next: () => step(1),
  stop() {
    const { phase } = currentThread()
    if (phase !== 'asking' && phase !== 'answering') return false
    void stopOpenAnswer()
    return true
  }
}

/**
 * Listens for shortcuts.
 * @param options returns the options at the time of the key press
 * @returns a function that stops it
 */
export function watchShortcuts(options: () => ChatModuleOptions): () => void {
  const press = (event: KeyboardEvent): void => {
    // An open dialog or menu handles the keys itself.
    if (
      event.defaultPrevented ||
      document.querySelector('dialog[open], .menu:popover-open') !== null
    )
      return
    const id = shortcutOf(event, {
      mac: isMac(),
      typing: isTyping(event.target),
      single: $singleKeys.get()
    })
    if (id !== null && DEEDS[id](options())) event.preventDefault()
  }
  const point = ({ target }: PointerEvent): void => nameKeys(target, options().t)
  addEventListener('keydown', press)
  addEventListener('pointerover', point)
  return () => {
    removeEventListener('keydown', press)
    removeEventListener('pointerover', point)
  }
}

/**
 * Adds the shortcut to the tooltip of a button. The server cannot do it, because it does not know
 * the keyboard.
 */
function nameKeys(target: EventTarget | null, t: ChatModuleOptions['t']): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-shortcut]') : null
  const keys = shortcutLabel(button?.dataset['shortcut'], isMac(), t)
  if (button !== null && keys !== null) button.title = `${button.ariaLabel ?? ''} (${keys})`
}

/**
 * Lists the shortcuts in a dialog. Closing it restores the focus, unless the user has moved the
 * focus already: browsers fire the close event of a dialog late.
 */
export function showShortcuts({ show, t }: ChatModuleOptions): true {
  const before = document.activeElement
  const close = (): void => {
    show(null)
    const isMoved = document.activeElement?.matches('body, dialog, dialog *') === false
    if (before instanceof HTMLElement && before.isConnected && !isMoved) before.focus()
  }
  show(
    <ShortcutsDialog
      mac={isMac()}
      single={$singleKeys.get()}
      onSingle={on => $singleKeys.set(on)}
      onClose={close}
      t={t}
    />
  )
  return true
}

/**
 * Moves the focus to the previous or next turn. Without a focused turn it goes to the last or the
 * first one.
 * @returns false if there is no such turn
 */
function step(by: 1 | -1): boolean {
  const turns = [...document.querySelectorAll<HTMLElement>('main article')]
  const at = turns.findIndex(turn => turn.contains(document.activeElement))
  const to = at < 0 ? turns.at(by < 0 ? -1 : 0) : turns[at + by]
  if (to === undefined) return false
  to.tabIndex = -1
  to.focus({ preventScroll: true })
  to.scrollIntoView({ block: 'nearest' })
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

function isMac(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform)
}
