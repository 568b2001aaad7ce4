import ts from 'typescript'
import { visit } from './imports.ts'
import { certainKeys, isTranslate } from './keys.ts'
import type { Language } from './locales.ts'
import type { Checked } from './program.ts'

/** The keys of one control: its visible label and its accessible name. */
export type Pair = { file: string; label: string; name: string }

/** Elements that voice control presses by their visible label. */
const CONTROLS = /^(a|button|summary)$/

/**
 * Finds controls whose accessible name differs from their visible label. Users of voice control say
 * the words that they see, so the name must contain the label (WCAG 2.5.3).
 * @returns `pairs` to compare; `wrong`: controls whose name omits a value of the label, or is built
 * in a different way
 */
export function renamedControls({ files, checker }: Checked): { pairs: Pair[]; wrong: string[] } {
  const pairs: Pair[] = []
  const wrong: string[] = []
  for (const source of files) {
    const file = source.fileName.replace(/^.*\/src\//, '')
    visit(source, node => {
      const given =
        ts.isJsxElement(node) && CONTROLS.test(node.openingElement.tagName.getText())
          ? nameOf(node)
          : null
      if (given === null) return
      const shown = (node as ts.JsxElement).children.flatMap(shownIn)
      const names = keysIn(given, checker)
      const labels = shown.flatMap(each => keysIn(each, checker))
      if (labels.length > 0 && labels.length !== names.length)
        wrong.push(`${file}: ${given.getText()} for ${labels.join(', ')}`)
      pairs.push(...labels.map((label, at) => ({ file, label, name: names[at] ?? '' })))
      const values = shown
        .filter(each => keysIn(each, checker).length === 0)
        .map(each => each.getText().trim())
      wrong.push(
        ...values
          .filter(value => !given.getText().includes(value))
          .map(value => `${file}: ${given.getText()} without ${value}`)
      )
    })
  }
  return { pairs, wrong }
}

/**
 * Finds labels whose words are missing in the control's name. Only whole words count, since speech
 * recognition does not match parts of words.
 */
export function misnamed(locale: string, language: Language, pairs: readonly Pair[]): string[] {
  const strings = Object.assign({}, ...Object.values(language)) as Record<string, string>
  return pairs
    .filter(
      ({ label, name }) => !wordsOf(locale, strings[name]).includes(wordsOf(locale, strings[label]))
    )
    .map(({ label, name }) => `${name} does not say “${strings[label]}”: ${strings[name]}`)
}

/** Returns the words of a text between bars, in lower case and without punctuation. */
function wordsOf(locale: string, text = ''): string {
  const plain = text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(plain)].filter(
    ({ isWordLike }) => isWordLike === true
  )
  return `|${words.map(({ segment }) => segment.toLocaleLowerCase(locale)).join('|')}|`
}

function nameOf({ openingElement }: ts.JsxElement): ts.Expression | null {
  const given = openingElement.attributes.properties.find(
    each => each.name?.getText() === 'aria-label'
  )
  const value = given !== undefined && ts.isJsxAttribute(given) ? given.initializer : undefined
  return value !== undefined && ts.isJsxExpression(value) ? (value.expression ?? null) : null
}

/**
 * Returns the visible content of a control, except for images. The content that a component
 * receives is checked at the place that passes it.
 */
function shownIn(child: ts.Node): ts.Node[] {
  if (ts.isIdentifier(child) && child.text === 'children') return []
  if (ts.isJsxText(child)) return /[\p{L}\p{N}]/u.test(child.text) ? [child] : []
  if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return child.children.flatMap(shownIn)
  if (ts.isJsxExpression(child))
    return child.expression === undefined ? [] : shownIn(child.expression)
  if (ts.isParenthesizedExpression(child)) return shownIn(child.expression)
  if (
    ts.isBinaryExpression(child) &&
    child.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  )
    return shownIn(child.right)
  if (ts.isConditionalExpression(child)) return [child.whenTrue, child.whenFalse].flatMap(shownIn)
  return ts.isJsxSelfClosingElement(child) ? [] : [child]
}

/** Returns the keys that an expression translates, in order. */
function keysIn(expression: ts.Node, checker: ts.TypeChecker): string[] {
  const keys: string[] = []
  visit(expression, node => {
    if (ts.isCallExpression(node) && isTranslate(node.expression, checker))
      keys.push(...certainKeys(node.arguments[0], checker))
  })
  return keys
}
