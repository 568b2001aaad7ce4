import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/** A text, or pieces that mean something together. */
export type Piece = string | { scope: string; children: readonly Piece[] }

const languages = { bash, css, go, java, javascript, json, python, rust, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)
highlighter.registerAliases(['console', 'shell', 'terminal'], { languageName: 'bash' })

/** Longer code stays plain: colouring it would hold up the page. In characters. */
const MAX_CODE = 50_000

/** The time that a long line or a long gap takes grows with its square. */
const LONG = /[^\n]{500}|\s{200}/

/** Code as a tree of pieces; null for a language that is not known here, and where it would take long. */
export function highlight(code: string, language: string): readonly Piece[] | null {
  if (code.length > MAX_CODE || LONG.test(code) || highlighter.getLanguage(language) === undefined) return null
  try {
    return piecesOf(rootOf(highlighter.highlight(code, { language, ignoreIllegals: true })))
  } catch {
    // Thousands of brackets within each other exhaust the stack.
    return null
  }
}

type Node = { scope?: string; language?: string; children: readonly (Node | string)[] }

/** The tree behind the library's HTML, which its types leave out. */
function rootOf({ _emitter: emitter }: ReturnType<typeof highlighter.highlight>): Node {
  return (emitter as unknown as { root: Node }).root
}

function piecesOf(node: Node): Piece[] {
  return node.children.map(child => (typeof child === 'string' ? child : { scope: child.scope ?? '', children: piecesOf(child) }))
}
