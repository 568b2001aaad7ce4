import type { Token } from 'marked'
import { useContext, type ReactNode } from 'react'
import { AnswerContext } from '#ui/chat/answer-context.ts'
import { narrowToken } from '#ui/chat/markdown-lexer.ts'
import { decodeReferences, safeAddress } from '#ui/chat/markdown-text.ts'
import { MarkdownMath } from '#ui/chat/MarkdownMath.tsx'
import { NoteLink } from '#ui/chat/MarkdownNotes.tsx'
import { PacedPiece } from '#ui/chat/pace.ts'
import { Picture } from '#ui/chat/Picture.tsx'

type Props = {
  tokens: readonly Token[]
  /**
   * Whether the text is already inside a link, as in `[![alt](image)](address)`. HTML allows no
   * link within a link.
   */
  linked?: boolean
}

/** The most inline elements that are drawn without a pause. A block has about ten. */
const MANY = 200
const WORK = MANY / 10

/** The inline content of a block. */
export function MarkdownInline({ tokens, linked = false }: Props): ReactNode {
  const one = (token: Token, index: number): ReactNode => (
    <Inline key={index} token={token} linked={linked} />
  )
  if (tokens.length <= MANY) return tokens.map(one)
  return Array.from({ length: Math.ceil(tokens.length / MANY) }, (_, part) => (
    <PacedPiece key={part} work={WORK}>
      {tokens.slice(part * MANY, (part + 1) * MANY).map(one)}
    </PacedPiece>
  ))
}

function Inline({ token, linked }: { token: Token; linked: boolean }): ReactNode {
  const known = narrowToken(token)
  const drawn = (tokens: readonly Token[]) => <MarkdownInline tokens={tokens} linked={linked} />
  switch (known.type) {
    case 'text':
      return known.tokens === undefined ? decodeReferences(known.text) : drawn(known.tokens)
    case 'strong':
      return <strong className="font-semibold">{drawn(known.tokens)}</strong>
    case 'em':
      return <em>{drawn(known.tokens)}</em>
    case 'del':
      return <del>{drawn(known.tokens)}</del>
    case 'codespan':
      return (
        <code dir="auto" className="rounded bg-surface-3 px-1.5 py-0.5 font-mono">
          {known.text}
        </code>
      )
    case 'br':
      return <br />
    case 'checkbox':
      return <Checkbox checked={known.checked} />
    case 'link':
      return (
        <Link address={linked ? '' : known.href}>
          <MarkdownInline
            tokens={known.tokens}
            linked={linked || safeAddress(known.href) !== null}
          />
        </Link>
      )
    case 'image':
      return (
        <Picture address={linked ? '' : known.href} alt={known.text}>
          {/* Loading it would reveal the reader to another host, so this is only a link. */}
          <Link address={linked ? '' : known.href}>{known.text || known.href}</Link>
        </Picture>
      )
    case 'math':
      return <MarkdownMath token={known} />
    case 'note':
      return <NoteLink note={known} />
    case 'escape':
      return known.text
    // A `<br>` becomes a line break: table cells have no other way to break a line.
    case 'html':
      return /^<br\s*\/?>$/i.test(known.raw) ? <br /> : known.raw
    default:
      return known.raw
  }
}

function Link({ address, children }: { address: string; children: ReactNode }) {
  const href = safeAddress(address)
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {children}
    </a>
  )
}

function Checkbox({ checked }: { checked: boolean }) {
  const { t } = useContext(AnswerContext)
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled
      aria-label={t('chat.markdown.task')}
      className="-ms-6 me-2"
    />
  )
}
