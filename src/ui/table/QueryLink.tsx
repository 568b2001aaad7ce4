import type { ComponentProps, MouseEvent } from 'react'
import { writeTableQuery, type TableQuery } from '#core/table-query.ts'

/** The page of a list, and what shows another part of it there. `typed`: while somebody types, each letter is no place to go back to. */
export type Go = { address: string; to(query: TableQuery, typed?: boolean): void }

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: TableQuery; go: Go }

/** A link to a page of the list: followed here where a script runs, unless it is to open elsewhere. */
export function QueryLink({ to, go, children, ...rest }: Props) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go.to(to)
  }
  return (
    <a {...rest} href={go.address + writeTableQuery(to)} onClick={follow}>
      {children}
    </a>
  )
}
