import ts from 'typescript'
import { visit } from './imports.ts'
import type { Checked } from './program.ts'

/** Kinds of inputs that are typed into as one likes. Numbers and days are laid out by the browser; without a kind it is text. */
const TYPED = /^(text|search|email|url|tel|password)$/

/**
 * Fields of text that say nothing of its direction: what is typed need not be in the language of the page. One that takes
 * it from its text begins where the page does while it is empty: the style sheet tells that by a placeholder, if only a blank.
 */
export function undirected({ files, checker }: Checked): string[] {
  const wrong: string[] = []
  for (const source of files) {
    visit(source, node => {
      if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) return
      const tag = node.tagName.getText()
      const given = new Map(node.attributes.properties.flatMap(each => attributesOf(each, checker)))
      const kinds = tag === 'textarea' ? ['text'] : tag === 'input' ? (given.get('type') ?? ['text']) : []
      const open = !given.has('dir') || (given.get('dir')?.includes('auto') && !given.has('placeholder'))
      if (kinds.some(kind => TYPED.test(kind)) && open) {
        wrong.push(`${source.fileName.replace(/^.*\/src\//, '')}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`)
      }
    })
  }
  return wrong
}

/** An attribute, or all of what is spread, with the texts that it can be. */
function attributesOf(attribute: ts.JsxAttributeLike, checker: ts.TypeChecker): [string, string[]][] {
  if (ts.isJsxSpreadAttribute(attribute)) {
    const { expression } = attribute
    return checker
      .getTypeAtLocation(expression)
      .getProperties()
      .map(each => [each.name, textsOf(checker.getTypeOfSymbolAtLocation(each, expression))])
  }
  const value = attribute.initializer
  if (value === undefined || ts.isStringLiteral(value)) return [[attribute.name.getText(), [value?.text ?? '']]]
  const expression = ts.isJsxExpression(value) ? value.expression : undefined
  return [[attribute.name.getText(), expression === undefined ? [] : textsOf(checker.getTypeAtLocation(expression))]]
}

function textsOf(type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type]).flatMap(each => (each.isStringLiteral() ? [each.value] : []))
}
