import ts from 'typescript'
import { parse, visit } from './imports.ts'

/** Words that no colleague would say in a comment or in the title of a test. */
const STRANGE = /\b(whoever|anew|of yours|is told|stands (for|in|here)|by itself)\b/i

/** Beginnings of noun clauses. They name no actor and no action. */
const NOUN_CLAUSE = /^(what|who|whoever|that of|of what|one that|where it)\b/i

/** A text in the code that people read, with the line on which it begins. */
type Sentences = { line: number; text: string }

/** Finds comments and titles of tests that are not plain sentences. */
export function strangeSentences(file: string, text: string): string[] {
  const titles = /\.[jt]sx?$/.test(file) ? titlesIn(text) : []
  return [...commentsIn(text), ...titles].flatMap(each => {
    const word = NOUN_CLAUSE.exec(each.text)?.[0] ?? STRANGE.exec(each.text)?.[0]
    return word === undefined ? [] : [`${file}:${each.line} “${word}”: ${each.text}`]
  })
}

/** Lists the comments of a file. Line comments that follow each other are one comment. */
function commentsIn(text: string): Sentences[] {
  const found: (Sentences & { end: number })[] = []
  for (const match of text.matchAll(/(?<=^|\s)(\/\*[\s\S]*?\*\/|\/\/ .*|<!--[\s\S]*?-->)/gm)) {
    const [raw] = match
    const lines = text.slice(0, match.index).split('\n')
    if (isInText(lines.at(-1) ?? '')) continue
    const line = lines.length
    const end = line + raw.split('\n').length - 1
    const before = found.at(-1)
    const words = wordsOf(raw)
    if (raw.startsWith('//') && before?.end === line - 1) {
      before.text += ` ${words}`
      before.end = end
    } else found.push({ line, end, text: words })
  }
  return found.map(({ line, text: words }) => ({ line, text: words }))
}

/** Tells whether a line ends inside a text, whose quote is still open. */
function isInText(line: string): boolean {
  return /['"`]/.test(line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, ''))
}

/** Returns the words of a comment without its marks. */
function wordsOf(raw: string): string {
  return raw
    .replace(/^(\/\*\*?|\/\/|<!--)|(\*\/|-->)$/g, '')
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const RUNNERS = new Set(['test', 'longTest', 'it', 'describe', 'suite'])

/** Lists the titles of tests, of their groups and of their steps. */
function titlesIn(text: string): Sentences[] {
  if (!/\b(test|longTest|it|describe)\b/.test(text)) return []
  const found: Sentences[] = []
  const source = parse(text)
  visit(source, node => {
    if (!ts.isCallExpression(node) || !RUNNERS.has(rootOf(node.expression))) return
    const [title] = node.arguments
    if (title === undefined || !isText(title)) return
    const { line } = source.getLineAndCharacterOfPosition(title.getStart(source))
    found.push({ line: line + 1, text: title.getText(source).slice(1, -1) })
  })
  return found
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function rootOf(node: ts.Expression): string {
  let root = node
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression
  return ts.isIdentifier(root) ? root.text : ''
}
