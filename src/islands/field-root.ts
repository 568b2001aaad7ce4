import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { $form } from '#stores/tool-form.ts'

/**
 * Keeps a component below a field of a tool's form, which another React root renders. The form may
 * replace the field, for example when the user opens another action.
 * @param findField returns the field, or null while the form has none
 * @returns a function that removes the component
 */
export function attachToField(findField: () => Element | null, node: ReactNode): () => void {
  const place = document.createElement('div')
  let root: Root | null = null
  let isOver = false
  const attach = (): void => {
    const field = isOver ? null : findField()
    if (field === null || place.parentElement === field) return
    field.append(place)
    root ??= createRoot(place)
    root.render(node)
  }
  // The form renders after its store has changed.
  const stop = $form.subscribe(() => void setTimeout(attach))
  return () => {
    isOver = true
    stop()
    root?.unmount()
    place.remove()
  }
}
