/** An element of a document, or a text, which then has only the field `text`. */
export type MarkupNode = {
  type?: string
  attributes?: Record<string, string>
  children?: MarkupNode[]
  text?: string
}

const TOKEN = /<\/\w+>|<\w[^<>]*>|[^<]+/g
const ATTRIBUTE = / ([\w:-]+)="([^"]*)"/g

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'"
}

/**
 * Parses markup that a library wrote: well-formed, with the five entities of XML, and with nothing
 * but elements and texts. The result becomes React elements and never HTML.
 * @returns the outermost element
 */
export function readMarkup(text: string): MarkupNode {
  const root: MarkupNode = { children: [] }
  const open = [root]
  for (const [token] of text.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (token.startsWith('</')) open.pop()
    else if (!token.startsWith('<')) parent.children?.push({ text: plainText(token) })
    else {
      const node: MarkupNode = {
        type: /^<(\w+)/.exec(token)?.[1] ?? '',
        attributes: attributesOf(token),
        children: []
      }
      parent.children?.push(node)
      if (!token.endsWith('/>')) open.push(node)
    }
  }
  return root.children?.[0] ?? root
}

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, plainText(value)])
  )
}

function plainText(text: string): string {
  return text.replaceAll(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
