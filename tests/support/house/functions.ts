import ts from 'typescript'
import { parse } from './imports.ts'

/** Maximum number of lines in a function. */
export const MAX_FUNCTION = 60

/** Finds functions with more lines than the limit. @returns each as `file name` */
export function longFunctions(file: string, text: string): string[] {
  if (text.split('\n').length <= MAX_FUNCTION) return []
  const source = parse(text)
  const long: string[] = []
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
    if (ts.isFunctionLike(node) && 'body' in node && lines > MAX_FUNCTION)
      long.push(`${file} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return long
}

/** Returns the name of a function, or of the variable or call that it is written in. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    return parent.name.getText()
  return ts.isCallExpression(parent) ? parent.expression.getText() : ''
}
