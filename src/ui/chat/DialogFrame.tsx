import { X } from 'lucide-react'
import { useId, type ComponentProps, type RefObject } from 'react'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = ComponentProps<'dialog'> & {
  /** Of `useDialog`, with which the contents can close the dialog, too. */
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** The name of the button that closes the dialog. */
  closeName: string
}

/**
 * A modal dialog with its title, which also names it, and a button in its corner that closes it. A
 * press on Escape or beside it closes it, unless `closedby` says otherwise.
 */
export function DialogFrame({ dialog, title, closeName, children, ...attributes }: Props) {
  const heading = useId()
  return (
    <dialog
      closedby="any"
      className="dialog"
      {...attributes}
      ref={dialog}
      aria-labelledby={heading}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex items-start justify-between gap-4">
          <h2 id={heading} className="text-20">
            {title}
          </h2>
          <button
            type="button"
            className="icon-button -my-1 -me-2"
            title={closeName}
            aria-label={closeName}
            onClick={() => dialog.current?.close()}
          >
            <X {...ICON_PROPS} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
