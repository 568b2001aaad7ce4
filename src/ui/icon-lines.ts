import type { ReactElement } from 'react'

type Attributes = Record<string, string>
type Drawn = ReactElement<{ children: ReactElement<Attributes> | ReactElement<Attributes>[] }>

/**
 * Returns the SVG elements of an icon, each with a tag and attributes. Returns undefined in the
 * development server, which uses the library's own icons instead of `create-icon.ts`.
 */
export function iconLines(icon: unknown): [tag: string, attributes: Attributes][] | undefined {
  if (typeof icon !== 'function') return undefined
  // The function can be called here, because an icon of `create-icon.ts` uses no hooks.
  const { props } = (icon as (props: object) => Drawn)({})
  return [props.children].flat().map(line => [String(line.type), line.props])
}
