import type { IconDrawing, PaletteEntry } from '#client/palette.ts'

/** An entry as the palette lists it. */
export type PaletteRow = Omit<PaletteEntry, 'href' | 'icon'> & {
  /** Absent for an action without a page. */
  href?: string
  /** The heading of its group. */
  group: string
  mark?: Element | null
  /** Shows only when the user searches for it. */
  quiet?: true
  /**
   * Runs instead of following the link.
   * @param say shows a text in the palette, which then stays open
   */
  act?(say: (text: string) => void): void
  /** The palette stays open after the action. */
  stays?: true
}

/** Rows below one heading; an empty title shows no heading. */
export type RowGroup = { title: string; rows: readonly PaletteRow[] }

type Attributes = Readonly<Record<string, string | undefined>>

const SVG = 'http://www.w3.org/2000/svg'
const ROW = 'menu-item cursor-pointer'
const ACTIVE = 'bg-surface-3'

/**
 * Creates an element.
 * @param attributes undefined ones are left out
 * @param children texts become text nodes, so they cannot be markup
 */
export function createHtmlElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const part = document.createElement(tag)
  setAttributes(part, attributes)
  part.append(...children)
  return part
}

/** Draws an icon in the product's style; null if its lines are unknown. */
export function createIconElement(lines: IconDrawing | undefined, className = ''): Element | null {
  if (lines === undefined) return null
  const icon = document.createElementNS(SVG, 'svg')
  setAttributes(icon, {
    width: '18',
    height: '18',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    class: className
  })
  for (const [tag, attributes] of lines) {
    const line = document.createElementNS(SVG, tag)
    setAttributes(line, attributes)
    icon.append(line)
  }
  return icon
}

/**
 * Draws groups of rows. The ids of the options count from 0 through all groups.
 * @param id of the list, which begins the ids of its options
 */
export function drawGroups(id: string, groups: readonly RowGroup[]): HTMLElement[] {
  let count = 0
  return groups.map(({ title, rows }) => {
    const options = rows.map(row => drawRow(row, `${id}-${count++}`, title === ''))
    if (title === '') return createHtmlElement('div', { role: 'presentation' }, ...options)
    const heading = createHtmlElement(
      'p',
      { 'aria-hidden': 'true', class: 'px-3 pt-3 pb-1 text-12 text-muted' },
      title
    )
    return createHtmlElement('div', { role: 'group', 'aria-label': title }, heading, ...options)
  })
}

/** Highlights an option as the one that Enter picks, or removes the highlight. */
export function markOption(option: Element | null, active: boolean): void {
  if (option === null) return
  option.className = active ? `${ROW} ${ACTIVE}` : ROW
  option.setAttribute('aria-selected', String(active))
}

/**
 * @param alone true if the group shows no heading, so that each row contains the name of its group
 */
function drawRow(row: PaletteRow, id: string, alone: boolean): HTMLElement {
  const { title, line = '', group, href, mark } = row
  const text = createHtmlElement(
    'span',
    { class: 'min-w-0 flex-1' },
    isolate('block truncate', title)
  )
  if (line !== '') text.append(isolate('block truncate text-13 text-muted', line))
  const option = createHtmlElement(
    href === undefined ? 'div' : 'a',
    { id, href, role: 'option', tabindex: '-1' },
    ...(mark ? [mark.cloneNode(true)] : []),
    text,
    ...(alone && line !== group
      ? [createHtmlElement('span', { class: 'text-12 text-faint' }, group)]
      : [])
  )
  markOption(option, false)
  return option
}

/**
 * Creates a line of text in its own direction. The line begins at the start side of the page all
 * the same.
 */
function isolate(className: string, text: string): HTMLElement {
  return createHtmlElement('span', { class: className }, createHtmlElement('bdi', {}, text))
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value)
}
