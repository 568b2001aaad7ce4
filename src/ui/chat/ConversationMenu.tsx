import {
  Braces,
  FileText,
  FolderPlus,
  PencilLine,
  Pin,
  PinOff,
  Share2,
  Trash2,
  type LucideIcon
} from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = {
  title: string
  /** The button that the menu belongs to. */
  button: HTMLElement
  pinned: boolean
  /** The address at which a project is chosen for it. */
  projects: string
  onPin(): void
  onRename(): void
  onShare(): void
  onExport(form: 'markdown' | 'json'): void
  onDelete(): void
  onClose(): void
  t: Translate
}

/**
 * The menu of a conversation. Arrow keys move through it; Escape, Tab and a click outside close it.
 */
export function ConversationMenu(props: Props) {
  const { title, button, pinned, onPin, onRename, onShare, onExport, onDelete, onClose, t } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current === null) return
    menu.current.showPopover()
    place(menu.current, button)
    menu.current.querySelector('button')?.focus()
  }, [button])
  useEffect(() => {
    // Close the menu when its row scrolls, since it would stay where it is.
    const onScroll = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(button)) onClose()
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [onClose, button])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Tab') return onClose()
    const to = next(event.currentTarget, event.key)
    if (to === undefined) return
    event.preventDefault()
    to.focus()
  }

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={t('chat.list.options', { title })}
      className="menu fixed inset-auto min-w-44"
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <Item icon={PencilLine} name={t('chat.list.rename')} onPick={onRename} />
      <Item
        icon={pinned ? PinOff : Pin}
        name={t(pinned ? 'chat.list.unpin' : 'chat.list.pin')}
        onPick={onPin}
      />
      <a role="menuitem" tabIndex={-1} className="menu-item" href={props.projects}>
        <FolderPlus {...ICON_PROPS} />
        {t('chat.list.project')}
      </a>
      <Item icon={Share2} name={t('chat.share.menu')} onPick={onShare} />
      <Item icon={FileText} name={t('chat.export.markdown')} onPick={() => onExport('markdown')} />
      <Item icon={Braces} name={t('chat.export.json')} onPick={() => onExport('json')} />
      <hr className="my-2 border-line" />
      <Item icon={Trash2} name={t('chat.list.delete')} onPick={onDelete} isRed />
    </div>
  )
}

type ItemProps = { icon: LucideIcon; name: string; onPick(): void; isRed?: boolean }

function Item({ icon: Icon, name, onPick, isRed = false }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`menu-item ${isRed ? 'text-bad' : ''}`}
      onClick={onPick}
    >
      <Icon {...ICON_PROPS} />
      {name}
    </button>
  )
}

/** Returns the menu item that a key moves to; undefined for most keys. */
function next(menu: HTMLElement, key: string): HTMLElement | undefined {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex(item => item === document.activeElement)
  switch (key) {
    case 'ArrowDown':
      return items.at((at + 1) % items.length)
    case 'ArrowUp':
      return items.at(at - 1)
    case 'Home':
      return items.at(0)
    case 'End':
      return items.at(-1)
  }
  return undefined
}

/**
 * The smallest distance between a menu and the top of the window, in pixels. The menu's maximum
 * height leaves twice as much free.
 */
const MARGIN = 8

/**
 * Positions the menu below the button, or above it if there is no room below. Its end edge is at
 * the button's end edge. A menu as high as the window covers the button.
 */
function place({ style, offsetHeight }: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const toEnd = getComputedStyle(button).direction === 'rtl' ? left : innerWidth - right
  style.insetInlineEnd = `${toEnd}px`
  style.insetBlockStart = `${bottom + offsetHeight > innerHeight ? Math.max(top - offsetHeight, MARGIN) : bottom}px`
}
