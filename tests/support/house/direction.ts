import ts from 'typescript'
import { parse, visit } from './imports.ts'

/** Physical sides (left, right) in a style sheet, which should be logical ones. */
const PHYSICAL = [
  /(?<![\w-])((margin|padding|scroll-margin|scroll-padding|inset)-(left|right)|border-(left|right)(-\w+)?|border-(top|bottom)-(left|right)-radius|left|right)\s*:/g,
  /(?<![\w-])(text-align|float|clear)\s*:\s*(left|right)\b/g,
  /(?<![\w-])(transform-origin|object-position|background-position(-x)?|perspective-origin)\s*:[^;]*\b(left|right)\b/g,
  /\bto (top |bottom )?(left|right)\b/g,
  // Purely vertical movement does not depend on the text direction.
  /(?<![\w-])translate\s*:\s*(?!0(px)?\b(?!\.)|none\b|var\()[^;\s]/g,
  /\btranslate(X|3d)?\(\s*(?!0(px)?\s*[,)])/g
]

/** Shorthands with four values, of which the second is the right side and the fourth the left. */
const SIDES =
  /(?<![\w-])((?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color)|border-radius)\s*:\s*([^;}]+)/g

/** Tailwind utilities with physical sides, after any variant. */
const UTILITY =
  /^!?-?((scroll-)?[mp][lr]|left|right|border-[lr]|rounded-([lr]|[tb][lr]))(-.+)?$|^(text|float|clear)-(left|right)$|^(origin|object|bg|perspective-origin)-((top|bottom)-)?(left|right)(-\w+)?$|^(bg|mask)-(linear|gradient)-to-[tb]?[lr]\b|^mask-[lr]-|^-?translate-(x-)?(?!x|y|z|none|0$)/

/** Tailwind utilities that place an element by its own direction, after any variant. */
const OWN_SIDE = /(?<![\w-])-?(m[se]|start|end)-[\w.[]/

/** A tag whose direction does not follow that of the page. */
const TURNED = /<[a-z][^<>]*\sdir="(?:ltr|rtl)"[^<>]*>/gi

/** An arbitrary property, and an arbitrary value of a utility that takes four values. */
const ARBITRARY = /^!?\[([\w-]+:.+)\]$/
const SHORT: Readonly<Record<string, string>> = {
  m: 'margin',
  p: 'padding',
  inset: 'inset',
  rounded: 'border-radius',
  border: 'border-width'
}

/** Finds physical sides in a style sheet. */
export function physicalCss(file: string, text: string): string[] {
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const found = PHYSICAL.flatMap(each => [...rules.matchAll(each)].map(([match]) => match))
  const uneven = [...rules.matchAll(SIDES)]
    .filter(([, name = '', value = '']) => isUneven(name, value))
    .map(([match]) => match)
  return [...found, ...uneven].map(each => `${file}: ${each} is of the screen, not of the line`)
}

/**
 * Does the left side differ from the right? Corners count clockwise from the top left, with up to
 * two radii each. Sides count clockwise from the top.
 */
function isUneven(name: string, value: string): boolean {
  return (name === 'border-radius' ? value.split('/') : [value]).some(part => {
    const [first, second = first, third = first, fourth = second] =
      part.replace('!important', '').match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
    return name === 'border-radius' ? first !== second || third !== fourth : second !== fourth
  })
}

/**
 * Finds physical sides in classes, inline styles and style elements of a component, a page or an
 * email.
 */
export function physicalMarkup(file: string, text: string): string[] {
  if (
    !/\.(tsx|astro)$/.test(file) &&
    !/src\/(ui|islands|layouts|sections|servers\/lib\/mail)\//.test(file)
  )
    return []
  const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>|\bstyle="([^"]*)"/g)].map(
    ([, sheet = '', inline = '']) => sheet + inline
  )
  visit(parse(text.replace(/^---\n|\n---\n/g, '\n;\n')), node => styles.push(...styledBy(node)))
  return [
    ...styles.flatMap(each => physicalCss(file, each)),
    ...utilities(text).map(each => `${file}: ${each}`)
  ]
}

/**
 * Finds elements that set their own direction and have a margin or a place at one side. In a page of
 * the other direction that is the wrong side, so an element around them has to have it.
 */
export function sidesOfTurned(file: string, text: string): string[] {
  return [...text.matchAll(TURNED)]
    .filter(([tag]) => OWN_SIDE.test(/\bclass(?:Name)?="([^"]*)"/.exec(tag)?.[1] ?? ''))
    .map(([tag]) => `${file}: ${tag.replace(/\s+/g, ' ')}`)
}

/**
 * Returns the styles that a node sets, in CSS syntax. The node is a `style` attribute, or a script
 * that writes an element's `style`.
 */
function styledBy(node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText().endsWith('.style'))
    return [`${dashed(node.name.text)}:`]
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('.style.setProperty'))
    return [
      node.arguments
        .map(each => (ts.isStringLiteralLike(each) ? each.text : each.getText()))
        .join(': ')
    ]
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'style' || node.initializer === undefined)
    return []
  const said: string[] = []
  visit(node.initializer, each => {
    if (ts.isPropertyAssignment(each))
      said.push(
        `${dashed(each.name.getText())}: ${each.initializer.getText().replace(/^['"`]|['"`]$/g, '')}`
      )
    else if (ts.isShorthandPropertyAssignment(each)) said.push(`${dashed(each.name.text)}:`)
    else if (
      ts.isTemplateExpression(each) ||
      (ts.isStringLiteralLike(each) && ts.isJsxExpression(each.parent))
    )
      said.push(each.getText().slice(1, -1))
  })
  return said
}

/** Returns `margin-left` for `marginLeft`. */
function dashed(name: string): string {
  return name.replace(/['"]/g, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/**
 * Finds Tailwind utilities with physical sides among all words in the quoted texts of a source,
 * since attributes, lists and constants may contain classes.
 */
function utilities(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return [...code.matchAll(/["'`]([^"'`\n]*)["'`]/g)].flatMap(([, words = '']) => {
    const all = words.split(/\s+/)
    return all.filter(word => isPhysical(word) && !isMirrored(word, all))
  })
}

function isPhysical(word: string): boolean {
  // A colon between brackets belongs to a property, any other colon to a variant.
  const utility = word.replace(/^(?:[^\s:[\]]*(?:\[[^\]]*\])?[^\s:[\]]*:)+(?=[^:]|$)/, '')
  const property = ARBITRARY.exec(utility)?.[1]
  const [, name = '', value = ''] = /^!?((?:scroll-)?[a-z]+)-\[(.+)\]$/.exec(utility) ?? []
  const short = SHORT[name.replace('scroll-', '')]
  const said = property ?? (short === undefined ? '' : `${short}:${value}`)
  return (
    (UTILITY.test(utility) && utility.includes('-')) ||
    physicalCss('', said.replaceAll('_', ' ')).length > 0
  )
}

/**
 * Tells whether a utility is mirrored for right-to-left text: the class list contains the mirrored
 * one too, or the utility is that mirrored one.
 */
function isMirrored(word: string, all: readonly string[]): boolean {
  if (!/translate-/.test(word)) return false
  const other = word.replace(
    /(-?)translate-/,
    (_, sign: string) => `${sign === '-' ? '' : '-'}translate-`
  )
  return word.startsWith('rtl:') ? all.includes(other.slice(4)) : all.includes(`rtl:${other}`)
}
