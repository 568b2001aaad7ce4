import { createElement, type ReactNode, type SVGProps } from 'react'

/** A Lucide icon: its SVG elements, each with a tag and attributes. */
type IconLines = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

type Props = SVGProps<SVGSVGElement> & { /** Width and height in pixels. */ size?: number }

/**
 * Renders an icon as the library does, but without its classes and settings. Those take more bytes
 * than most icons.
 */
// oxlint-disable-next-line import/no-default-export -- it replaces a file of the library
export default function createIcon({ node }: IconLines) {
  return function Icon({ size = 24, strokeWidth = 2, ...rest }: Props): ReactNode {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes))
    )
  }
}
