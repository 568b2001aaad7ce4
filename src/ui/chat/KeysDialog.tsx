import { Fragment } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { DialogFrame } from '#ui/chat/DialogFrame.tsx'
import { keyLabel, SHORTCUTS } from '#ui/chat/shortcuts.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'

type Props = {
  /** Whether this is a Mac, whose keys have other names. */
  mac: boolean
  /** Whether single-key shortcuts are on. */
  single: boolean
  onSingle(on: boolean): void
  onClose(): void
  t: Translate
}

/** Lists all shortcuts, with a switch for the single-key ones. */
export function ShortcutsDialog({ mac, single, onSingle, onClose, t }: Props) {
  const dialog = useDialog()
  return (
    <DialogFrame
      dialog={dialog}
      title={t('chat.keys.title')}
      closeName={t('chat.dialog.close')}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2">
        {SHORTCUTS.map(({ id, keys }) => (
          <Fragment key={id}>
            <dt>{t(`chat.keys.${id}`)}</dt>
            <dd dir="ltr" className="flex gap-1">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="grid min-w-6 place-items-center rounded-control border border-line-strong bg-surface-2 px-1.5 font-sans text-12 text-muted"
                >
                  {keyLabel(key, mac, t)}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <label className="flex items-center gap-2 border-t border-line pt-4">
        <input
          type="checkbox"
          defaultChecked={single}
          onChange={event => onSingle(event.currentTarget.checked)}
        />
        {t('chat.keys.single')}
      </label>
    </DialogFrame>
  )
}
