import ts from 'typescript'
import { visit } from './imports.ts'

/** The properties, parameters and constants whose texts clients of the API read. */
const READ: ReadonlySet<string> = new Set(['detail', 'summary', 'description'])

/**
 * Collects the English texts that API clients read: details of errors, and the texts of the OpenAPI
 * document.
 * @param files of the shipped code
 * @returns the texts by file, line and column; an expression inside a template literal is replaced
 * by `{{gap}}`
 */
export function apiTexts(files: readonly ts.SourceFile[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const file of files)
    visit(file, node => {
      if (!isRead(node, file)) return
      visit(node, inner => {
        const text = textOf(inner)
        if (text === undefined) return
        const { line, character } = file.getLineAndCharacterOfPosition(inner.getStart(file))
        found[`${file.fileName}:${line + 1}:${character + 1}`] = text
      })
    })
  return found
}

function isRead(node: ts.Node, file: ts.SourceFile): boolean {
  return (
    (ts.isPropertyAssignment(node) || ts.isParameter(node) || ts.isVariableDeclaration(node)) &&
    READ.has(node.name.getText(file))
  )
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{{gap}}')
}
