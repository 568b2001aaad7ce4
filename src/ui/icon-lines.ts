import type { ReactElement } from 'react'

type Attributes = Record<string, string>
type Drawn = ReactElement<{ children: ReactElement<Attributes> | ReactElement<Attributes>[] }>

/**
 * Returns the SVG elements of an icon, each with a tag and attributes; undefined for an icon of the
 * library itself, which the development server uses.
 */
export function iconLines(icon: unknown): [tag: string, attributes: Attributes][] | undefined {
  if (typeof icon !== 'function') return undefined
  // An icon of `create-icon.ts` is a function without hooks.
  const { props } = (icon as (props: object) => Drawn)({})
  return [props.children].flat().map(line => [String(line.type), line.props])
}
