import ts from 'typescript'
import { visit } from './imports.ts'
import type { Checked } from './program.ts'

/**
 * Input types for free text. Numbers and dates are missing, since the browser lays them out itself.
 * The default type is `text`.
 */
const TYPED = /^(text|search|email|url|tel|password)$/

/**
 * Finds text fields without a direction, in which a user's text may run the wrong way. A field with
 * `dir="auto"` that is empty should follow the page. The style sheet recognizes an empty field by
 * its placeholder, so the field needs one, even if it is only a space.
 */
export function undirected({ files, checker }: Checked): string[] {
  const wrong: string[] = []
  for (const source of files) {
    visit(source, node => {
      if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) return
      const tag = node.tagName.getText()
      const given = new Map(node.attributes.properties.flatMap(each => attributesOf(each, checker)))
      const kinds =
        tag === 'textarea' ? ['text'] : tag === 'input' ? (given.get('type') ?? ['text']) : []
      const open =
        !given.has('dir') || (given.get('dir')?.includes('auto') && !given.has('placeholder'))
      if (kinds.some(kind => TYPED.test(kind)) && open) {
        wrong.push(
          `${source.fileName.replace(/^.*\/src\//, '')}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`
        )
      }
    })
  }
  return wrong
}

/** Returns an attribute, or all attributes of a spread, with their possible texts. */
function attributesOf(
  attribute: ts.JsxAttributeLike,
  checker: ts.TypeChecker
): [string, string[]][] {
  if (ts.isJsxSpreadAttribute(attribute)) {
    const { expression } = attribute
    return checker
      .getTypeAtLocation(expression)
      .getProperties()
      .map(each => [each.name, textsOf(checker.getTypeOfSymbolAtLocation(each, expression))])
  }
  const value = attribute.initializer
  if (value === undefined || ts.isStringLiteral(value))
    return [[attribute.name.getText(), [value?.text ?? '']]]
  const expression = ts.isJsxExpression(value) ? value.expression : undefined
  return [
    [
      attribute.name.getText(),
      expression === undefined ? [] : textsOf(checker.getTypeAtLocation(expression))
    ]
  ]
}

function textsOf(type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type]).flatMap(each =>
    each.isStringLiteral() ? [each.value] : []
  )
}
