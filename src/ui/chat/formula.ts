import { renderToString } from 'katex'
import { createElement, type ReactNode } from 'react'
import { readMarkup, type MarkupNode as Node } from '#ui/chat/markup-tree.ts'
import { toMathAlphabet } from '#ui/chat/math-letters.ts'

/** Cache of drawn formulas, because a growing block renders its formulas repeatedly. */
const drawn = new Map<string, ReactNode>()
const MAX_DRAWN = 500

/** Formulas with more characters stay source text, because drawing them would block the page. */
const MAX_SOURCE = 3000

/** Formulas with more matrix cells stay source text, for the same reason. */
const MAX_CELLS = 300

/**
 * Finds commands that define macros. With them, a formula can expand to a million times its length.
 */
const DEFINES =
  /\\(?:[egx]?def|let|futurelet|(?:re|provide)?newcommand|providecommand|global|long)(?![a-zA-Z])/

/**
 * Converts a TeX formula to MathML elements, without using HTML. Returns null for an invalid one.
 */
export function drawFormula(source: string, display: boolean): ReactNode {
  const key = `${display ? 'd' : 'i'}${source}`
  if (drawn.size > MAX_DRAWN) drawn.clear()
  if (!drawn.has(key)) drawn.set(key, draw(source, display))
  return drawn.get(key)
}

/** Draws only the first `most` formulas of a page. The others stay source text. */
export function createFormulaDrawer(most: number): typeof drawFormula {
  let left = most
  return (source, display) => (left-- > 0 ? drawFormula(source, display) : null)
}

function draw(source: string, display: boolean): ReactNode {
  if (
    source.length > MAX_SOURCE ||
    DEFINES.test(source) ||
    source.split(/&|\\\\/).length > MAX_CELLS
  )
    return null
  try {
    // KaTeX wraps its MathML in a `span`.
    const [math] =
      readMarkup(renderToString(source, { ...OPTIONS, displayMode: display })).children ?? []
    return math === undefined ? null : elementOf(math, 0)
  } catch {
    return null
  }
}

const OPTIONS = {
  output: 'mathml',
  throwOnError: true,
  strict: 'ignore',
  maxSize: 20,
  maxExpand: 500
} as const

const TAGS = new Set(
  'math mrow mi mn mo mtext mspace msqrt mroot mfrac msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded mphantom'.split(
    ' '
  )
)

/**
 * Attributes that an element may have. Links, classes and styles from the formula's author are left
 * out.
 */
const ATTRIBUTES = new Set(
  'display stretchy fence separator lspace rspace minsize maxsize symmetric largeop movablelimits accent accentunder linethickness width height depth voffset scriptlevel displaystyle mathcolor mathbackground'.split(
    ' '
  )
)

function elementOf(node: Node, key: number): ReactNode {
  const { type = '', attributes = {}, text } = node
  if (text !== undefined) return text
  // KaTeX writes the MathML and its TeX source into a `semantics` element. Only the MathML is kept.
  if (type === 'semantics') return node.children?.[0] && elementOf(node.children[0], key)
  if (type === 'mtable') return table(node, key)
  const children = spaced(node.children ?? [])
  if (!TAGS.has(type)) return createElement('mrow', { key }, ...children.map(elementOf))
  const variant = attributes['mathvariant']
  const said = { ...saidOf(attributes), ...(variant === 'normal' && { mathvariant: variant }) }
  const className = faceOf(node, variant)
  const own = { ...(type === 'math' && { dir: 'ltr' }), ...(className !== '' && { className }) }
  const parts =
    variant === undefined || variant === 'bold'
      ? children
      : children.map(each => ({ ...each, ...lettersIn(each, variant) }))
  return createElement(type, { key, ...said, ...own }, ...parts.map(elementOf))
}

/**
 * Returns the class that makes letters bold, or a single letter italic. By default, browsers would
 * replace a single letter by one of a mathematical alphabet, which KaTeX's fonts lack.
 */
function faceOf(node: Node, variant: string | undefined): string {
  if (variant === 'bold') return 'font-semibold'
  const isLetter = node.type === 'mi' && variant === undefined && [...wordOf(node)].length === 1
  return isLetter ? 'italic' : ''
}

function saidOf(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name)))
}

function lettersIn({ text }: Node, variant: string): { text?: string } {
  return text === undefined ? {} : { text: toMathAlphabet(text, variant) }
}

/** The invisible sign between a function and its argument. */
const APPLIED = '\u2061'

/**
 * Adds thin spaces around the names of functions, because browsers set `log n` without them. After
 * the name, a space replaces the invisible sign, unless a bracket follows. Before the name, a space
 * follows anything but an operator.
 */
function spaced(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index) => {
    const after = nodes[index + 1]
    if (isApplied(node)) return after === undefined || wordOf(after) === '(' ? [] : [THIN]
    const before = nodes[index - 1]
    const name =
      node.type === 'mi' && isApplied(after) && before !== undefined && before.type !== 'mo'
    return name ? [THIN, node] : [node]
  })
}

const THIN: Node = { type: 'mspace', attributes: { width: '0.1667em' } }

function isApplied(node: Node | undefined): boolean {
  return node?.type === 'mo' && wordOf(node) === APPLIED
}

function wordOf({ children }: Node): string {
  return children?.[0]?.text ?? ''
}

const ALIGN: Record<string, string> = { left: 'text-start', right: 'text-end' }

/** Sets the column alignment on each cell, because browsers ignore it on the table. */
function table({ attributes = {}, children = [] }: Node, key: number): ReactNode {
  const [aligned, gaps] = ['columnalign', 'columnspacing'].map(
    name => attributes[name]?.split(' ') ?? []
  )
  const near = (column: number): boolean => gaps?.[Math.min(column, gaps.length - 1)] === '0em'
  const rows = children.map((row, at) => {
    const cells = (row.children ?? []).map((cell, column) => {
      const align = ALIGN[aligned?.[Math.min(column, aligned.length - 1)] ?? ''] ?? ''
      const className = `${align} ${column > 0 && near(column - 1) ? 'ps-0' : ''} ${near(column) ? 'pe-0' : ''}`
      return createElement(
        'mtd',
        { key: column, className },
        ...(cell.children ?? []).map(elementOf)
      )
    })
    return createElement('mtr', { key: at }, ...cells)
  })
  return createElement('mtable', { key, ...saidOf(attributes) }, ...rows)
}
