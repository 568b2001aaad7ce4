import type { SharedConversation } from '#contract/share.ts'
import { partUrl, type NormalizedPart } from '#core/chat-part.ts'
import { contentText } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { HighlightContext, FormulaContext } from '#ui/chat/answer-context.ts'
import { createFormulaDrawer } from '#ui/chat/formula.ts'
import { createHighlighter } from '#ui/chat/highlight.ts'
import { Markdown } from '#ui/chat/Markdown.tsx'
import { safeAddress } from '#ui/chat/markdown-text.ts'
import { Picture } from '#ui/chat/Picture.tsx'
import { PicturesContext } from '#ui/chat/pictures-context.ts'

type Message = SharedConversation['messages'][number]
type Props = {
  messages: readonly Message[]
  /** Prefix of the addresses of our own files. */
  files: string
  t: Translate
}

/** Largest number of formulas drawn on one page. */
const MAX_FORMULAS = 1000

/** Largest number of characters of code that get colours on one page. */
const MAX_COLOURED = 100_000

/** A shared conversation, readable without a script. It leaves out controls that need one. */
export function SharedDialogue({ messages, files, t }: Props) {
  return (
    <FormulaContext value={createFormulaDrawer(MAX_FORMULAS)}>
      <HighlightContext value={createHighlighter(MAX_COLOURED)}>
        <PicturesContext value={{ files, show: null, t }}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
            {messages.map((message, index) =>
              message.role === 'user' ? (
                <Question key={index} content={message.content} t={t} />
              ) : (
                <article
                  key={index}
                  aria-label={t('chat.share.answer')}
                  className="grid grid-cols-[minmax(0,1fr)]"
                >
                  <Markdown text={contentText(message.content)} growing={false} t={t} />
                </article>
              )
            )}
          </div>
        </PicturesContext>
      </HighlightContext>
    </FormulaContext>
  )
}

function Question({ content, t }: { content: Message['content']; t: Translate }) {
  const parts = typeof content === 'string' ? [] : content
  const text = contentText(content)
  return (
    <article aria-label={t('chat.share.question')} className="flex justify-end">
      <div className="grid max-w-[85%] grid-cols-[minmax(0,auto)] gap-2 rounded-composer rounded-ee-[6px] bg-surface-2 px-4 py-2.5 text-16">
        {text !== '' && (
          <p dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
            {text}
          </p>
        )}
        {parts.map((part, index) => (
          <FilePart key={index} part={part} t={t} />
        ))}
      </div>
    </article>
  )
}

function FilePart({ part, t }: { part: NormalizedPart; t: Translate }) {
  const address = safeAddress(partUrl(part))
  if (part.type === 'text' || address === null) return null
  const link = (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link truncate text-14"
    >
      {part.name ?? t('chat.export.attachment')}
    </a>
  )
  if (part.type === 'file_url') return link
  return (
    <Picture address={address} alt={part.name ?? ''} small>
      {link}
    </Picture>
  )
}
