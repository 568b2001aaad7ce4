import type { MarkedToken, Token } from 'marked'
import type { ReactNode } from 'react'
import { decodeReferences, safeAddress } from '#ui/chat/markdown-text.ts'

type Props = {
  tokens: readonly Token[]
  /** Do these words stand in a link? HTML has none within another, as for a picture that is a link. */
  linked?: boolean
}

/** The words of a block, with what stands out among them. */
export function MarkdownInline({ tokens, linked = false }: Props): ReactNode {
  return tokens.map((token, index) => <Inline key={index} token={token} linked={linked} />)
}

function Inline({ token, linked }: { token: Token; linked: boolean }): ReactNode {
  const known = token as MarkedToken
  switch (known.type) {
    case 'text':
      return known.tokens === undefined ? decodeReferences(known.text) : <MarkdownInline tokens={known.tokens} linked={linked} />
    case 'strong':
      return (
        <strong className="font-semibold">
          <MarkdownInline tokens={known.tokens} linked={linked} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <MarkdownInline tokens={known.tokens} linked={linked} />
        </em>
      )
    case 'del':
      return (
        <del>
          <MarkdownInline tokens={known.tokens} linked={linked} />
        </del>
      )
    case 'codespan':
      return (
        <code dir="auto" className="rounded bg-surface-3 px-1.5 py-0.5 font-mono">
          {known.text}
        </code>
      )
    case 'br':
      return <br />
    case 'checkbox':
      return <input type="checkbox" checked={known.checked} disabled className="-ms-6 me-2 accent-accent" />
    case 'link':
      return (
        <Link address={linked ? '' : known.href}>
          <MarkdownInline tokens={known.tokens} linked={linked || safeAddress(known.href) !== null} />
        </Link>
      )
    case 'image':
      // A picture from elsewhere would tell its host who reads this: it is offered, not fetched.
      return <Link address={linked ? '' : known.href}>{known.text || known.href}</Link>
    case 'escape':
      return known.text
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
