import { useState, type MouseEvent, type ReactNode } from 'react'
import type { ViewerProps } from '#ui/viewer/Viewer.tsx'

type Opened = { Viewer: React.ComponentType<ViewerProps>; start: string }

/**
 * Provides the viewer of results, which loads with the first result that the user opens. If loading
 * fails, the link opens normally.
 */
export function useViewer(shown: Pick<ViewerProps, 'shelf' | 'parts' | 'onMore'>): {
  viewer: ReactNode
  onOpen(event: MouseEvent): void
} {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = (last: string): void => {
    setOpened(null)
    // Keep the focus where it is if a follow-up has moved it to the form.
    if (document.activeElement?.matches('body, dialog, dialog *, [data-view]'))
      document.querySelector<HTMLElement>(`[data-view="${CSS.escape(last)}"]`)?.focus()
  }
  return {
    viewer: opened && <opened.Viewer {...shown} start={opened.start} onClose={close} />,
    onOpen(event) {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>('a[data-view]')
          : null
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const start = link.dataset['view'] ?? ''
      void import('#ui/viewer/Viewer.tsx').then(
        ({ Viewer }) => setOpened({ Viewer, start }),
        () => location.assign(link.href)
      )
    }
  }
}
