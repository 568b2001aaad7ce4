import { Keyboard } from 'lucide-react'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

/**
 * Button that lists the shortcuts. It is hidden on narrow screens, because phones have no keyboard.
 */
export function ShortcutsButton({ onList, t }: { onList(): void; t: Translate }) {
  const name = t('chat.keys.title')
  return (
    <button
      type="button"
      className="icon-button hidden md:grid"
      title={name}
      aria-label={name}
      data-shortcut="list"
      onClick={onList}
    >
      <Keyboard {...ICON_PROPS} />
    </button>
  )
}
