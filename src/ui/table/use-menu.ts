import { useEffect, useRef, type RefObject } from 'react'

/** Makes an open `<details>` close like a menu: on a click elsewhere and on Escape. */
export function useMenu(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (): void => {
      if (menu.current !== null) menu.current.open = false
    }
    const press = ({ target }: PointerEvent): void => {
      if (!menu.current?.contains(target as Node)) close()
    }
    const escape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || menu.current?.open !== true) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', press)
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', escape)
    }
  }, [])
  return menu
}
