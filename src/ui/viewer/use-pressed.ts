import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a button that another script of the page owns is pressed, also later on. */
export function usePressed(button: HTMLElement): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const watcher = new MutationObserver(onChange)
      watcher.observe(button, { attributeFilter: ['aria-pressed'] })
      return () => watcher.disconnect()
    },
    [button]
  )
  return useSyncExternalStore(listen, () => button.getAttribute('aria-pressed') === 'true')
}
