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

/** A piece of code: plain text, or nested pieces with the same role, such as a keyword. */
export type CodePiece = string | { scope: string; children: readonly CodePiece[] }

const languages = {
  bash,
  css,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml
}
for (const [name, language] of Object.entries(languages))
  highlighter.registerLanguage(name, language)
highlighter.registerAliases(['console', 'shell', 'terminal'], { languageName: 'bash' })

/** Code with more characters stays plain, because colouring it would block the page. */
const MAX_CODE = 50_000

/** Finds long lines and long gaps. The highlighter's time grows with the square of their length. */
const LONG = /[^\n]{500}|\s{200}/

/**
 * Parses code into a tree of pieces. Returns null for an unknown language and for code that would
 * take too long.
 */
export function highlight(code: string, language: string): readonly CodePiece[] | null {
  if (code.length > MAX_CODE || LONG.test(code) || highlighter.getLanguage(language) === undefined)
    return null
  try {
    return piecesOf(rootOf(highlighter.highlight(code, { language, ignoreIllegals: true })))
  } catch {
    // Thousands of nested brackets overflow the stack.
    return null
  }
}

/** Colours only the first `most` characters of code on a page. */
export function createHighlighter(most: number): typeof highlight {
  let left = most
  return (code, language) => {
    left -= code.length
    return left < 0 ? null : highlight(code, language)
  }
}

type Node = { scope?: string; language?: string; children: readonly (Node | string)[] }

/**
 * Returns the tree from which the library writes its HTML. The library's types do not declare it.
 */
function rootOf({ _emitter: emitter }: ReturnType<typeof highlighter.highlight>): Node {
  return (emitter as unknown as { root: Node }).root
}

function piecesOf(node: Node): CodePiece[] {
  return node.children.map(child =>
    typeof child === 'string' ? child : { scope: child.scope ?? '', children: piecesOf(child) }
  )
}
