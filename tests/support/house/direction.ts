import ts from 'typescript'
import { parse, visit } from './imports.ts'

/** Sides of the screen in a style sheet, where the sides of the line are meant. */
const PHYSICAL =
  /(?<![\w-])((margin|padding|scroll-margin|scroll-padding|inset)-(left|right)|border-(left|right)(-\w+)?|border-(top|bottom)-(left|right)-radius|left|right)\s*:|(?<![\w-])(text-align|float|clear)\s*:\s*(left|right)\b/g

/** The same as a utility of a class, behind whatever condition. */
const UTILITY = /^!?-?((scroll-)?[mp][lr]|left|right|border-[lr]|rounded-([lr]|[tb][lr]))(-.+)?$|^(text|float|clear)-(left|right)$/

/** Names of inline styles. */
const STYLE = /^((margin|padding|border|scrollMargin|scrollPadding)(Left|Right)\w*|left|right|border(Top|Bottom)(Left|Right)Radius)$/

/** Pictures and films have a left and a right of their own. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/ui/chat/MarkdownBlock.tsx': 'names of Markdown, of which classes along the line are made',
  'src/ui/chat/formula.ts': 'names of MathML, of which classes along the line are made'
}

/** Sides of the screen in a style sheet. */
export function physicalCss(file: string, text: string): string[] {
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...rules.matchAll(PHYSICAL)].map(([found]) => `${file}: ${found} is of the screen, not of the line`)
}

/** Sides of the screen in classes, inline styles and style elements of a component or page. */
export function physicalMarkup(file: string, text: string): string[] {
  if (!/\.(tsx|astro)$/.test(file) && !/src\/(ui|islands|layouts)\//.test(file)) return []
  const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>|\bstyle="([^"]*)"/g)].map(
    ([, sheet = '', inline = '']) => sheet + inline
  )
  const wrong = [...styles.flatMap(each => physicalCss(file, each)), ...utilities(text).map(each => `${file}: ${each}`)]
  visit(parse(text.replace(/^---\n|\n---\n/g, '\n;\n')), node => {
    if (isInlineStyle(node) && ALLOWED[file] === undefined) wrong.push(`${file}: style ${node.name.getText()}`)
  })
  return wrong
}

/** Every word of the source that is such a utility: classes are written in attributes, lists and constants alike. */
function utilities(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return [...code.matchAll(/["'`]([^"'`\n]*)["'`]/g)].flatMap(([, words = '']) =>
    words.split(/\s+/).filter(word => UTILITY.test(word.split(':').at(-1) ?? '') && /-/.test(word))
  )
}

function isInlineStyle(node: ts.Node): node is ts.PropertyAssignment {
  if (!ts.isPropertyAssignment(node) || !STYLE.test(node.name.getText())) return false
  let parent: ts.Node = node.parent
  while (ts.isObjectLiteralExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) parent = parent.parent
  return ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent) && parent.parent.name.getText() === 'style'
}

/** Icons that point along the line of reading: from right to left they point the other way. */
const POINTING =
  /^((Arrow|Chevron|Chevrons|CircleArrow|SquareArrow|Move|CornerUp|CornerDown|ArrowBigs?)(Up|Down)?(Left|Right)\w*|Log(In|Out)|Reply(All)?|Forward|Undo2?|Redo2?|Panel(Left|Right)\w*|Send\w*|ExternalLink|Text(Align)?(Start|End)?|List(Start|End|Tree|Ordered)?|Indent\w*|Outdent|StepForward|StepBack|Volume\w*)$/
/** Strokes of our own that point so. */
const STROKES = /^(fold|sound)$/

/** Where the icon is given on, and who draws it turns all of them. */
const TURNED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/ui/Pager.astro': 'the link that draws them has the class',
  'src/ui/chat/Lightbox.tsx': 'Step, which draws them, has the class'
}

/** Icons that point along the line and do not turn with it. */
export function straightIcons(file: string, text: string): string[] {
  if (!/\.(tsx|astro)$/.test(file) || file.endsWith('.test.tsx')) return []
  const imported = [...(/import \{([^}]*)\} from 'lucide-react'/.exec(text)?.[1]?.split(',') ?? [])].map(
    name =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? ''
  )
  const icons = imported.filter(name => POINTING.test(name))
  const tags = [...text.matchAll(/<(\w+)((?:[^<>{}]|\{[^{}]*\})*?)\/?>/g)]
  const wrong = tags.filter(([, tag = '', attributes = '']) => {
    const drawn = /\bof=\{(\w+)\}/.exec(attributes)?.[1] ?? tag
    const stroke = /\bpath=\{\w+\.(\w+)\}/.exec(attributes)?.[1] ?? ''
    return (icons.includes(drawn) || STROKES.test(stroke)) && !/\bturns\b/.test(attributes)
  })
  const given = icons.filter(icon => !tags.some(([, tag = '', attributes = '']) => tag === icon || attributes.includes(`of={${icon}}`)))
  return [
    ...wrong.map(([found]) => `${file}: ${found.slice(0, 60)} does not turn`),
    ...given.filter(() => TURNED_ELSEWHERE[file] === undefined).map(icon => `${file}: ${icon} is drawn elsewhere`)
  ]
}
