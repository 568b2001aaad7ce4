import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { iconLines } from '#ui/icon-lines.ts'

const written = new WeakMap<object, string>()

/**
 * Returns the SVG elements of an icon as HTML. Each icon is written once, since a page has some
 * fifty. Undefined in the development server, see {@link iconLines}.
 */
export function iconMarkup(icon: object): string | undefined {
  const known = written.get(icon)
  if (known !== undefined) return known
  const lines = iconLines(icon)
  if (lines === undefined) return undefined
  const elements = lines.map(([tag, attributes]) => createElement(tag, attributes))
  const html = renderToStaticMarkup(createElement(Fragment, null, ...elements))
  written.set(icon, html)
  return html
}
