import type { ComponentProps, MouseEvent } from 'react'
import { writeTableQuery, type TableQuery } from '#core/table-query.ts'

/**
 * The list's address, and a function that shows another part of the list. With `typed`, the step
 * adds no entry to the browser history, because the user is typing.
 */
export type TableNavigator = { address: string; to(query: TableQuery, typed?: boolean): void }

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: TableQuery; go: TableNavigator }

/**
 * A link to another view of the list. With a script it loads in place, unless the user opens it in
 * another tab.
 */
export function QueryLink({ to, go, children, ...rest }: Props) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    go.to(to)
  }
  return (
    <a {...rest} href={go.address + writeTableQuery(to)} onClick={follow}>
      {children}
    </a>
  )
}
