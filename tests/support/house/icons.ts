/** Icons that point along the direction of reading, so they must flip in right-to-left text. */
const POINTING =
  /^((Arrow|Chevron|Chevrons|CircleArrow|SquareArrow|Move|CornerUp|CornerDown|ArrowBigs?)(Up|Down)?(Left|Right)\w*|Log(In|Out)|Reply(All)?|Forward|Undo2?|Redo2?|Panel(Left|Right)\w*|Send\w*|ExternalLink|Text(Align)?(Start|End)?|List(Start|End|Tree|Ordered)?|Indent\w*|Outdent|(Step|Skip)(Forward|Back)|FastForward|Rewind|Volume\w*)$/
/** Names of our own icons that point along the direction of reading. */
const STROKES = /^(fold|sound)$/

/** Files that only pass icons on. The component that draws them gives them the flipping class. */
const TURNED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/ui/Pager.astro': 'the link that draws them has the class'
}

/**
 * Finds icons that point along the direction of reading but do not flip with it, or that are drawn
 * in another file.
 * @returns a message for each
 */
export function findUnflippedIcons(file: string, text: string): string[] {
  if (!/\.(tsx|astro)$/.test(file) || file.endsWith('.test.tsx')) return []
  const icons = pointing(text)
  const tags = [...text.matchAll(/<(\w+)((?:[^<>{}]|\{[^{}]*\})*?)\/?>/g)]
  const wrong = tags.filter(([, tag = '', attributes = '']) => {
    const drawn = /\bof=\{(\w+)\}/.exec(attributes)?.[1] ?? tag
    const stroke = /\bpath=\{\w+\.(\w+)\}/.exec(attributes)?.[1] ?? ''
    return (icons.includes(drawn) || STROKES.test(stroke)) && !/\bturns\b/.test(attributes)
  })
  const given = icons.filter(
    icon =>
      !tags.some(
        ([, tag = '', attributes = '']) => tag === icon || attributes.includes(`of={${icon}}`)
      )
  )
  return [
    ...wrong.map(([found]) => `${file}: ${found.slice(0, 60)} does not turn`),
    ...given
      .filter(() => TURNED_ELSEWHERE[file] === undefined)
      .map(icon => `${file}: ${icon} is drawn elsewhere`)
  ]
}

/** Returns the local names of imported icons that point along the direction of reading. */
function pointing(text: string): string[] {
  const imported = [...text.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(
    ([, names = '']) => names.split(',')
  )
  return imported.flatMap(each => {
    const [name = '', own = name] = each.trim().split(/\s+as\s+/)
    // The library also exports each icon with this prefix or suffix.
    return POINTING.test(name.replace(/^Lucide|Icon$/g, '')) ? [own] : []
  })
}
