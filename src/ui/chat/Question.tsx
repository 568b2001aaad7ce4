import { memo, useState, type ReactNode } from 'react'
import type { Turn } from '#client/turns.ts'
import { contentText, type MessagePart } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { safeAddress } from '#ui/chat/markdown-text.ts'
import { Picture } from '#ui/chat/Picture.tsx'
import { TurnActions } from '#ui/chat/TurnActions.tsx'

type Props = { turn: Turn; t: Translate }

/** The user's message: a quiet bubble at the end side. */
export const Question = memo(function Question({ turn, t }: Props) {
  const [editor, setEditor] = useState<ReactNode>(null)
  const parts = typeof turn.content === 'string' ? [] : turn.content
  const links = parts.flatMap(part => {
    const address = safeAddress(addressOf(part))
    const name = (part.type !== 'text' && part.name) || ''
    return address === null ? [] : [{ address, name, isPicture: part.type === 'image_url' }]
  })
  return (
    <article aria-label={t('chat.turn.you')} className="group/turn grid justify-items-end gap-1">
      {editor ?? (
        <div className="grid max-w-[85%] gap-2 rounded-composer rounded-ee-[6px] bg-surface-2 px-4 py-2.5 text-16">
          <p dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
            {contentText(turn.content)}
          </p>
          {links.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {links.map(({ address, name, isPicture }, place) => {
                const link = (
                  <FileLink key={place} address={address} name={name || nameIn(address)} />
                )
                return isPicture ? (
                  <Picture key={place} address={address} alt={name} small>
                    {link}
                  </Picture>
                ) : (
                  link
                )
              })}
            </div>
          )}
        </div>
      )}
      {editor === null && (
        <TurnActions
          turn={turn}
          last={false}
          shown={false}
          end="-mb-6 justify-end"
          onReplace={setEditor}
          t={t}
        />
      )}
    </article>
  )
})

function FileLink({ address, name }: { address: string; name: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link min-w-0 truncate text-14"
    >
      <bdi>{name}</bdi>
    </a>
  )
}

/** Returns a name for an unnamed file, taken from its address. */
function nameIn(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.split('/').at(-1) || address : address
}

function addressOf(part: MessagePart): string {
  if (part.type === 'text') return ''
  const link = part.type === 'image_url' ? part.image_url : part.file_url
  return typeof link === 'string' ? link : link.url
}
