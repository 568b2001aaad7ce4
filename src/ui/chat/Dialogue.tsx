import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, type ComponentType } from 'react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'
import { PicturesContext } from '#ui/chat/pictures-context.ts'
import { TurnRow } from '#ui/chat/Row.tsx'
import { useAnnouncement } from '#ui/chat/use-announcement.ts'
import { useStickToBottom } from '#ui/chat/use-bottom.ts'
import { useLightbox } from '#ui/chat/use-lightbox.tsx'
import { useRowWatch } from '#ui/chat/use-row-watch.ts'

/**
 * With more turns than this, a conversation is long, and rows far from the visible part are plain
 * text.
 */
const FEW = 24

/** This many turns at the end are always drawn in full. */
const ALWAYS = 4

export type DialogueProps = {
  turns: readonly Turn[]
  busy: boolean
  plans: string
  /** Prefix of the addresses of our own files. */
  files: string
  /** Address of the earlier messages; null if there are none. */
  earlier: string | null
  t: Translate
}

type Props = DialogueProps & { Markdown: ComponentType<MarkdownProps> }

/** The turns of a conversation. The page stays at the end until the reader scrolls up. */
export function Dialogue({ turns, busy, plans, files, earlier, Markdown, t }: Props) {
  const { scroller, content, away, toBottom } = useStickToBottom()
  const announcement = useAnnouncement({ turns, busy, place: content }, t)
  const questions = turns.filter(turn => turn.role === 'user').length
  useEffect(toBottom, [toBottom, questions])
  const long = turns.length > FEW
  const watch = useRowWatch(scroller, long)
  const { pictures, lightbox } = useLightbox(files, t)
  const parts = useMemo(() => ({ plans, Markdown, t }), [plans, Markdown, t])
  const isFree = (index: number): boolean => long && index < turns.length - ALWAYS
  return (
    <div className="relative flex min-h-0 flex-1 basis-0 flex-col">
      <div
        ref={scroller}
        className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain data-live:flex-col"
      >
        <div ref={content} className="mx-auto mb-auto w-full max-w-reading px-4">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-6">
            {earlier !== null && (
              <a href={earlier} className="button justify-self-center">
                {t('chat.pages.earlier')}
              </a>
            )}
            <PicturesContext value={pictures}>
              {turns.map((turn, index) => (
                <TurnRow
                  key={index}
                  turn={turn}
                  last={index === turns.length - 1}
                  watch={isFree(index) ? watch : null}
                  waits={isFree(index)}
                  parts={parts}
                />
              ))}
            </PicturesContext>
          </div>
        </div>
      </div>
      {lightbox}
      <output className="sr-only">{announcement}</output>
      {away && (
        <button
          type="button"
          title={t('chat.turn.latest')}
          aria-label={t('chat.turn.latest')}
          onClick={toBottom}
          className="icon-button absolute inset-x-0 bottom-3 mx-auto rounded-full border border-line bg-surface-1 shadow-float"
        >
          <ArrowDown {...ICON_PROPS} />
        </button>
      )}
    </div>
  )
}
