import { Ellipsis } from 'lucide-react'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { useMenu } from '#ui/table/use-menu.ts'

type MenuLink = { title: string; href: string }

type Props = { name: string; links: readonly MenuLink[] }

/** A menu of further actions on a row. It opens without a script too. */
export function RowMenu({ name, links }: Props) {
  const menu = useMenu()
  return (
    <details className="table-menu" name="table-menu" ref={menu}>
      <summary className="icon-button" aria-label={name} title={name}>
        <Ellipsis {...ICON_PROPS} />
      </summary>
      <ul className="menu">
        {links.map(({ title, href }) => (
          <li key={href}>
            <a className="menu-item" href={href}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
