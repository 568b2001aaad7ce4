import { useLayoutEffect, useRef, type RefObject } from 'react'
import { improveDialog } from '#ui/dialog.ts'

/**
 * Opens a modal dialog when its component mounts. A click outside and Escape close it in every
 * browser.
 */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (dialog.current === null) return undefined
    dialog.current.showModal()
    return improveDialog(dialog.current)
  }, [])
  return dialog
}
