import ts from 'typescript'
import { followUpNameKey } from '#core/output.ts'
import type { Service } from '#core/service.ts'
import { visit } from './imports.ts'
import type { Checked } from './program.ts'

/**
 * The strings that the source uses: by a key as a literal, or by a built key such as
 * `order.state.${state}`. The gap of a built key takes the values of its type. If the type is any
 * text, it takes all words of the same file, and in the files of {@link TOLD} all words of the
 * whole source. The strings of a service follow from its declaration.
 */
export type Asked = {
  reaches(key: string): boolean
  /** The keys that are certainly passed to a translate function. */
  read: readonly { key: string; file: string }[]
}

type Built = { pattern: RegExp; words: ReadonlySet<string> }

/**
 * Files whose keys depend on code in other files: on a server's changes and errors, or on the
 * parent component.
 */
const TOLD = [
  'core/problem-sentence.ts',
  'sections/account/Section.astro',
  'sections/account/issues.ts',
  'sections/console/DoneNote.astro',
  'sections/console/issues.ts',
  'sections/operator/text.ts',
  'sections/operator/tool-reason.ts',
  'sections/site/SiteField.astro',
  'sections/site/site-issue.ts',
  'pages/docs/limits.astro',
  'servers/platform/services/brief.ts',
  'ui/tool/words.ts'
]

/**
 * Finds the strings that the source uses.
 * @param services whose declarations use strings of their own
 */
export function askedFor({ files, checker }: Checked, services: readonly Service[]): Asked {
  const texts = new Set(services.flatMap(stringsOf))
  const built: Built[] = []
  const read: { key: string; file: string }[] = []
  const everywhere = new Set(files.flatMap(file => [...wordsOf(file)]))
  for (const file of files) {
    const name = file.fileName.replace(/^.*\/src\/|\.tsx$/g, match =>
      match === '.tsx' && !file.fileName.includes('.astro') ? match : ''
    )
    const words = TOLD.includes(name) ? everywhere : wordsOf(file)
    visit(file, node => {
      if (isText(node)) texts.add(node.text)
      if (ts.isTemplateExpression(node)) built.push(...builtBy(node, checker, words))
      if (ts.isCallExpression(node) && isTranslate(node.expression, checker)) {
        read.push(...certainKeys(node.arguments[0], checker).map(key => ({ key, file: name })))
      }
    })
  }
  const reaches = (key: string): boolean => texts.has(key) || built.some(each => fits(each, key))
  return { reaches, read }
}

function isText(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
}

/** A tool's page shows six examples. */
const EXAMPLES = [1, 2, 3, 4, 5, 6]

/**
 * Lists the string keys of a service: for its names, fields, options, verbs, follow-ups and
 * examples.
 */
function stringsOf({ id, actions }: Service): string[] {
  if (actions === undefined) return [`${id}.title`, `${id}.description`]
  const ofFields = Object.values(actions).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => [
      `field.${name}`,
      `hint.${name}`,
      ...(field.type === 'choice' ? field.options.map(option => `option.${name}.${option}`) : [])
    ])
  )
  const followUps = Object.values(actions).flatMap(action => action.followUps ?? [])
  const parts = [
    'title',
    'description',
    'line',
    'about',
    'also',
    'maker',
    ...ofFields,
    ...Object.keys(actions).map(verb => `action.${verb}`),
    ...EXAMPLES.map(number => `example.${number}`)
  ]
  return [
    ...parts.map(part => `${id}.${part}`),
    ...followUps.map(followUp => followUpNameKey({ id }, followUp))
  ]
}

/** Collects texts and property names, also in lower case. */
function wordsOf(file: ts.SourceFile): ReadonlySet<string> {
  const words = new Set<string>()
  visit(file, node => {
    const named =
      (ts.isPropertyAssignment(node) || ts.isPropertySignature(node)) &&
      (ts.isIdentifier(node.name) || isText(node.name))
    const word = named
      ? (node.name as ts.Identifier).text
      : isText(node) || ts.isJsxText(node)
        ? node.text
        : ''
    if (/^[\w.-]+$/.test(word)) words.add(word).add(word.toLowerCase())
  })
  return words
}

/**
 * Turns a template literal into a pattern of keys. A template that begins with a gap of any text is
 * skipped: it is a key of a service, unless it is about changes (`done`) or errors (`issue`).
 */
function builtBy(
  node: ts.TemplateExpression,
  checker: ts.TypeChecker,
  words: ReadonlySet<string>
): Built[] {
  const fixed = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(
    ({ text }) => text
  )
  const gaps = node.templateSpans.map(({ expression }) => wordsIn(expression, checker))
  const ofService = fixed[0] === '' && gaps[0] === null && !/^\.(done|issue)\./.test(fixed[1] ?? '')
  if (ofService || !/^[\w-]*\.[\w.-]*$/.test(fixed.join(''))) return []
  const gap = (values: readonly string[] | null): string =>
    values === null ? '([\\w.-]+)' : `(?:${values.map(RegExp.escape).join('|')})`
  const pattern = fixed
    .map((text, at) => (at === 0 ? '' : gap(gaps[at - 1] ?? null)) + RegExp.escape(text))
    .join('')
  return [{ pattern: new RegExp(`^${pattern}$`), words }]
}

function fits({ pattern, words }: Built, key: string): boolean {
  const [, ...gaps] = pattern.exec(key) ?? [null, null]
  return (
    gaps.every(
      gap =>
        gap !== null &&
        (gap === undefined || words.has(gap) || gap.split('.').every(part => words.has(part)))
    ) && pattern.test(key)
  )
}

/** Returns the possible values of an expression, also in lower case; null if it can be any text. */
function wordsIn(expression: ts.Expression, checker: ts.TypeChecker): string[] | null {
  const source = sourceOf(expression, checker)
  if (source !== null) return wordsIn(source, checker)
  const call =
    ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)
      ? expression.expression
      : null
  if (call?.name.text !== 'toLowerCase')
    return valuesOf(checker.getTypeAtLocation(expression), checker)
  return (
    valuesOf(checker.getTypeAtLocation(call.expression), checker)?.map(word =>
      word.toLowerCase()
    ) ?? null
  )
}

/** Returns the initial value of a constant: `const state = order?.state.toLowerCase() ?? ''`. */
function sourceOf(expression: ts.Expression, checker: ts.TypeChecker): ts.Expression | null {
  const declaration = ts.isIdentifier(expression)
    ? checker.getSymbolAtLocation(expression)?.valueDeclaration
    : undefined
  const given =
    declaration !== undefined && ts.isVariableDeclaration(declaration)
      ? declaration.initializer
      : undefined
  const isOr =
    given !== undefined &&
    ts.isBinaryExpression(given) &&
    given.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  return isOr && ts.isCallExpression(given.left) ? given.left : null
}

/** Returns the literal values of a type; null if it can be any text. */
function valuesOf(type: ts.Type, checker: ts.TypeChecker): string[] | null {
  const found: string[] = []
  for (const each of type.isUnion() ? type.types : [type]) {
    if (each.isStringLiteral() || each.isNumberLiteral()) found.push(String(each.value))
    else if (each.flags & ts.TypeFlags.BooleanLiteral) found.push(checker.typeToString(each))
    else if ((each.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0) return null
  }
  return found
}

/** Tells whether an expression is a translate function. */
export function isTranslate(node: ts.Expression, checker: ts.TypeChecker): boolean {
  return checker.getTypeAtLocation(node).aliasSymbol?.name === 'Translate'
}

/** Returns every possible key of an argument; none if it could be anything. */
export function certainKeys(
  argument: ts.Expression | undefined,
  checker: ts.TypeChecker
): string[] {
  if (argument === undefined) return []
  if (ts.isConditionalExpression(argument))
    return [argument.whenTrue, argument.whenFalse].flatMap(each => certainKeys(each, checker))
  if (!ts.isTemplateExpression(argument))
    return valuesOf(checker.getTypeAtLocation(argument), checker) ?? []
  return argument.templateSpans.reduce<string[]>(
    (heads, { expression, literal }) => {
      const values = wordsIn(expression, checker) ?? []
      return heads.flatMap(head => values.map(value => head + value + literal.text))
    },
    [argument.head.text]
  )
}
