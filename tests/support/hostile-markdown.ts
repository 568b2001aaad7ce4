import { seeded } from './seeded.ts'

/** Longest message that an import accepts, in characters. */
const LONGEST = 200_000

/** Pieces of Markdown that cost a parser most when they are repeated. */
const UNITS: readonly string[] = [
  '*a_',
  'a_*',
  '**a_',
  '*a__',
  '"*a_',
  '*a\n_',
  '(*a_)',
  '*',
  '_',
  '~',
  '*a ',
  '_a ',
  '**a ',
  '~~a',
  '***a',
  '*a**b_c__',
  '*a* ',
  '😀*a_',
  '[',
  '[a',
  '[a]',
  '[a](',
  '[a](b',
  '[a](b) ',
  '[a][b] ',
  '[[a]',
  '![',
  '!',
  '!a',
  '[*a*](b) ',
  '[a](<',
  '[a](b "',
  ']',
  '](',
  '[^a]',
  '<',
  '<a ',
  '<!-- ',
  '<!',
  '<?',
  '<a b="',
  '<b>a</b> ',
  '<a@b',
  '`',
  '`a` ',
  '`a``b```c ',
  '`*a_',
  '\\',
  '\\*',
  '&amp;',
  '&',
  '$',
  '$$',
  '$a$ ',
  '\\(a\\) ',
  '\\[a\\]',
  '\\[',
  'a.@',
  'a@b.c ',
  'a.',
  'a',
  'aGVsbG8+/',
  '漢字',
  'http://a.b ',
  'http://a.b?',
  'www.a.b_',
  ' ',
  '\t',
  '\0',
  '\n',
  ' \n',
  'a  \n',
  'a\n',
  'a\n\n',
  '>',
  '> ',
  '> a\n',
  '> a\nb\n',
  '> - a\nb\n',
  '> - > - > - a\nb\n',
  '> > - > - a\n> b\nc\n',
  '>>>>>>>> a\n',
  '- ',
  '- a\n',
  '-\n',
  '- a\n+ b\n',
  '- a\n\n  b\n\n',
  '- a\n  > b\n  c\n',
  '- [ ] a\n',
  '- a\nb\nb\nb\nb\n',
  '* * a\n',
  '+ - * + - * a\n',
  '1. a\n',
  '1) a\n   - b\n     - c\n',
  '# ',
  '# a\n',
  'a\n# b\n',
  '# *a_\n',
  'a\n=\n',
  'a\n---\n',
  '---\n',
  '|',
  '|a',
  '|a|b|\n',
  '| a\n',
  'a|b\n-|-\n',
  '|a|b|\n|-|-|\n|*a_|`b`|\n',
  '<div>\n',
  '</div>\n\n',
  '<!--\n\n',
  '```\n',
  '```\n~~~\n',
  '```a\nb\n```\n',
  '    a\n\n',
  '\ta\n',
  '[a]: b\n',
  '[a]: b "c\n',
  '[a]: <',
  '[a\n\n',
  '[^a]: b\n',
  '[^a]: x\n\n\n',
  '$$\n',
  '$$\na\n$$\n',
  'a\n$$\n',
  '\\[\n\n',
  '\\[a\\]\n',
  '<think>',
  '  ',
  '  - '
]

/** Texts made of different pieces at the beginning and at the end. */
const SHAPES: readonly ((repeat: (unit: string, share?: number) => string) => string)[] = [
  repeat => `${repeat('[', 0.5)}${repeat(']', 0.5)}`,
  repeat => `${repeat('*a ', 0.5)}${repeat('a* ', 0.5)}`,
  repeat => `${repeat('[a', 0.5)}${repeat('](b)', 0.5)}`,
  repeat => `${repeat('a.')}@`,
  repeat => `- a\n${repeat('b\n')}`,
  repeat => `> a\n${repeat('b\n')}`,
  repeat => `${'>'.repeat(1000)}a\n${repeat('b\n')}`,
  repeat => `${repeat('|a', 0.5)}|\n${repeat('|-', 0.5)}|\n`,
  repeat => `${'|a'.repeat(2500)}|\n${'|-'.repeat(2500)}|\n${repeat('|a|\n')}`,
  repeat => `|a|b|\n|-|-|\n${repeat('|a|b|\n')}`,
  repeat =>
    `${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- a\n`).join('')}${repeat('- a\n')}`,
  repeat =>
    `${Array.from({ length: 1000 }, (_, note) => `[^${note}]`).join('')}\n\n${Array.from({ length: 1000 }, (_, note) => `[^${note}]: - a\n`).join('')}${repeat('[^1]')}`,
  repeat => `$\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(400)}$ ${repeat('$a$ ')}`
]

/**
 * Creates a text of the longest length that should slow down its parser. The same number gives the
 * same text.
 */
export function hostileMarkdown(number: number): string {
  const repeat = (unit: string, share = 1): string =>
    unit.repeat(Math.ceil((LONGEST * share) / unit.length))
  const unit = UNITS[number]
  if (unit !== undefined) return repeat(unit).slice(0, LONGEST)
  const shape = SHAPES[number - UNITS.length]
  if (shape !== undefined) return shape(repeat).slice(0, LONGEST)
  const random = seeded(number)
  const pick = (): string => UNITS[Math.floor(random() * UNITS.length)] ?? ''
  const some = (most: number): string =>
    Array.from({ length: 1 + Math.floor(random() * most) }, pick).join('')
  if (number % 3 === 0) return repeat(some(4)).slice(0, LONGEST)
  if (number % 3 === 1)
    return Array.from({ length: 10 }, () => repeat(some(3), 0.1))
      .join('')
      .slice(0, LONGEST)
  let text = ''
  while (text.length < LONGEST) text += pick().repeat(1 + Math.floor(random() * 40))
  return text.slice(0, LONGEST)
}
