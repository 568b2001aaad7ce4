import * as katex from 'katex'
import { createElement, type ReactNode } from 'react'
import { inVariant } from '#ui/chat/math-letters.ts'

/** A node of the library's tree: an element, one without a form of its own, a text, or a space. */
type Node = { type?: string; attributes?: Record<string, string>; children?: readonly Node[]; text?: string; width?: number }

/** Formulas that are redrawn as the block around them grows are drawn once. */
const drawn = new Map<string, ReactNode>()
const MAX_DRAWN = 500

/** Longer formulas stay as they are written: drawing them would hold up the page. In characters. */
const MAX_SOURCE = 3000

/** Most cells of a matrix, for the same reason. */
const MAX_CELLS = 300

/** A formula that defines words of its own can become a million times as long. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|(?:re|provide)?newcommand|providecommand|global|long)(?![a-zA-Z])/

/** A formula in TeX as MathML elements; null for one that is broken. Never by way of HTML. */
export function drawFormula(source: string, display: boolean): ReactNode {
  const key = `${display ? 'd' : 'i'}${source}`
  if (drawn.size > MAX_DRAWN) drawn.clear()
  if (!drawn.has(key)) drawn.set(key, draw(source, display))
  return drawn.get(key)
}

/** Draws the first formulas of a page. Others stay as they are written. */
export function drawSome(most: number): typeof drawFormula {
  let left = most
  return (source, display) => (left-- > 0 ? drawFormula(source, display) : null)
}

function draw(source: string, display: boolean): ReactNode {
  if (source.length > MAX_SOURCE || DEFINES.test(source) || source.split(/&|\\\\/).length > MAX_CELLS) return null
  try {
    const [math] = flat([treeOf(source, display)])
    return math === undefined ? null : elementOf(math, 0)
  } catch {
    return null
  }
}

/** What builds the tree, which the library's types leave out. @throws ParseError */
function treeOf(source: string, displayMode: boolean): Node {
  const { __renderToDomTree: build } = katex as unknown as { __renderToDomTree(source: string, options: katex.KatexOptions): Node }
  return build(source, { displayMode, output: 'mathml', throwOnError: true, strict: 'ignore', maxSize: 20, maxExpand: 500 })
}

const TAGS = new Set(
  'math mrow mi mn mo mtext mspace msqrt mroot mfrac msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded mphantom'.split(
    ' '
  )
)

/** What may be said of an element. Links, classes and styles of a formula's author are left out. */
const ATTRIBUTES = new Set(
  'display stretchy fence separator lspace rspace minsize maxsize symmetric largeop movablelimits accent accentunder linethickness width height depth voffset scriptlevel displaystyle mathcolor mathbackground'.split(
    ' '
  )
)

function elementOf(node: Node, key: number): ReactNode {
  const { type = '', attributes = {}, text, width } = node
  if (text !== undefined) return text
  if (width !== undefined) return createElement('mspace', { key, width: `${width}em` })
  // The source beside the formula, for those who read TeX, and marks around it that browsers do not know.
  if (type === 'semantics') return node.children?.[0] && elementOf(node.children[0], key)
  if (type === 'mtable') return table(node, key)
  const children = spaced(flat(node.children ?? []))
  if (!TAGS.has(type)) return createElement('mrow', { key }, ...children.map(elementOf))
  const variant = attributes['mathvariant']
  const said = { ...saidOf(attributes), ...(variant === 'normal' && { mathvariant: variant }) }
  const own = type === 'math' ? { dir: 'ltr' } : {}
  const parts = variant === undefined ? children : children.map(each => ({ ...each, ...lettersIn(each, variant) }))
  return createElement(type, { key, ...said, ...own }, ...parts.map(elementOf))
}

function saidOf(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name)))
}

function lettersIn({ text }: Node, variant: string): { text?: string } {
  return text === undefined ? {} : { text: inVariant(text, variant) }
}

/** What stands together only in the library's tree. */
function flat(nodes: readonly Node[]): Node[] {
  return nodes.flatMap(node => (node.type === undefined && node.children !== undefined ? flat(node.children) : [node]))
}

/** The sign between a function and what it is of, which nobody sees. */
const APPLIED = '\u2061'

/** Browsers set `log n` without a space: one stands for that sign, unless a bracket follows, and before a name behind a letter. */
function spaced(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index) => {
    const after = nodes[index + 1]
    if (isApplied(node)) return after === undefined || wordOf(after) === '(' ? [] : [THIN]
    const before = nodes[index - 1]
    const name = node.type === 'mi' && isApplied(after) && before !== undefined && before.type !== 'mo'
    return name ? [THIN, node] : [node]
  })
}

const THIN: Node = { width: 0.1667 }

function isApplied(node: Node | undefined): boolean {
  return node?.type === 'mo' && wordOf(node) === APPLIED
}

function wordOf({ children }: Node): string {
  return children?.[0]?.text ?? ''
}

const ALIGN: Record<string, string> = { left: 'text-start', right: 'text-end' }

/** Browsers do not know how the columns of a table are set: its cells say so themselves. */
function table({ attributes = {}, children = [] }: Node, key: number): ReactNode {
  const [aligned, gaps] = ['columnalign', 'columnspacing'].map(name => attributes[name]?.split(' ') ?? [])
  const near = (column: number): boolean => gaps?.[Math.min(column, gaps.length - 1)] === '0em'
  const rows = flat(children).map((row, at) => {
    const cells = flat(row.children ?? []).map((cell, column) => {
      const align = ALIGN[aligned?.[Math.min(column, aligned.length - 1)] ?? ''] ?? ''
      const className = `${align} ${column > 0 && near(column - 1) ? 'ps-0' : ''} ${near(column) ? 'pe-0' : ''}`
      return createElement('mtd', { key: column, className }, ...flat(cell.children ?? []).map(elementOf))
    })
    return createElement('mtr', { key: at }, ...cells)
  })
  return createElement('mtable', { key, ...saidOf(attributes) }, ...rows)
}
