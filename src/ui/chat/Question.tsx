import { memo } from 'react'
import type { Turn } from '#client/turns.ts'
import { textOf, type Part } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { safeAddress } from '#ui/chat/markdown-text.ts'

type Props = { turn: Turn; t: Translate }

/** What the person said: a quiet bubble at the end side. */
export const Question = memo(function Question({ turn, t }: Props) {
  const parts = typeof turn.content === 'string' ? [] : turn.content
  const addresses = parts.flatMap(part => safeAddress(addressOf(part)) ?? [])
  return (
    <article aria-label={t('chat.turn.you')} className="flex justify-end">
      <div className="grid max-w-[85%] gap-2 rounded-composer rounded-ee-[6px] bg-surface-2 px-4 py-2.5 text-16">
        <p dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
          {textOf(turn.content)}
        </p>
        {addresses.map(address => (
          <a key={address} href={address} target="_blank" rel="noopener noreferrer nofollow" className="link truncate text-14">
            {new URL(address).pathname.split('/').at(-1) || address}
          </a>
        ))}
      </div>
    </article>
  )
})

function addressOf(part: Part): string {
  if (part.type === 'text') return ''
  const link = part.type === 'image_url' ? part.image_url : part.file_url
  return typeof link === 'string' ? link : link.url
}
