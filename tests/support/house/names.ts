import ts from 'typescript'
import { parse } from './imports.ts'

/** Files in which a framework requires certain names: routes of Astro, and steps of the schema. */
const ASKED_FOR = [
  { files: /^src\/pages\//, name: /^(GET|POST|prerender)$/ },
  { files: /^src\/servers\/lib\/database\/migrations\//, name: /^(up|down)$/ }
]

/**
 * Finds functions and constants that two modules export under one name, since a reader who searches
 * for the name should find one thing.
 * @returns each name with its files
 */
export function namesTwice(sources: readonly { file: string; text: string }[]): string[] {
  const files = new Map<string, string[]>()
  for (const { file, text } of sources) {
    for (const name of exportedNames(text)) {
      if (isAskedFor(file, name)) continue
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  return [...files]
    .filter(([, holders]) => holders.length > 1)
    .map(([name, holders]) => `${name}: ${holders.toSorted().join(', ')}`)
}

function isAskedFor(file: string, name: string): boolean {
  return ASKED_FOR.some(each => each.files.test(file) && each.name.test(name))
}

/**
 * Lists the values that a module declares and exports. Types are left out: they may share the name
 * of a value.
 */
function exportedNames(text: string): string[] {
  return parse(text).statements.flatMap(statement => {
    if (!isExported(statement)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(each => each.name.getText())
    const declares = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
    return declares && statement.name ? [statement.name.text] : []
  })
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  return modifiers.some(each => each.kind === ts.SyntaxKind.ExportKeyword)
}
