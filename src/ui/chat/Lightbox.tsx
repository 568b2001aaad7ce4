import { useEffect, useState, type CSSProperties } from 'react'
import { PICTURE_LINK, type Pictures } from '#ui/chat/pictures-context.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { useBefore } from '#ui/viewer/Compare.tsx'
import { CopyImageButton } from '#ui/viewer/CopyImage.tsx'
import { PictureBar, StageView } from '#ui/viewer/Stage.tsx'
import { ResultPager } from '#ui/viewer/Steps.tsx'
import { useZoom } from '#ui/viewer/use-zoom.ts'
import { handleViewerKey } from '#ui/viewer/viewer-keys.ts'

export type LightboxProps = {
  /** The link that the user clicked. */
  link: HTMLAnchorElement
  onClose(): void
  t: Pictures['t']
}

/** Strings of the viewer that chats word in their own way. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  'field.view.before': 'chat.picture.before',
  'field.view.after': 'chat.picture.after',
  'field.view.compare': 'chat.picture.compare',
  'field.view.previous': 'chat.picture.previous',
  'field.view.next': 'chat.picture.next'
}

const NO_PLAYBACK = { loop: false, speed: 1 }

/**
 * Shows one picture as large as the window allows, in a native modal dialog that Escape closes. It
 * can be enlarged, or compared with the picture that it was made from. Arrows and swipes lead to
 * the page's other pictures.
 */
export function Lightbox({ link, onClose, t: chatText }: LightboxProps) {
  const t: Pictures['t'] = (key, values) => chatText(OWN_TEXTS[key] ?? key, values)
  const [links] = useState(() => [...document.querySelectorAll<HTMLAnchorElement>(PICTURE_LINK)])
  const [at, setAt] = useState(() => links.indexOf(link))
  const dialog = useDialog()
  // The browser would focus the first button, which does nothing on the first picture.
  useEffect(() => dialog.current?.focus(), [dialog])
  const shown = links[at] ?? link
  const address = shown.href
  const go = (steps: number): void =>
    setAt(before => Math.min(Math.max(before + steps, 0), links.length - 1))
  const control = useZoom(String(at), go)
  const [comparing, setComparing] = useState(true)
  const before = useBefore(address, sourceOf(shown, links, t('chat.turn.you'))?.href)
  const title = t('chat.picture.title', { number: at + 1, count: links.length })
  const prompt = shown.querySelector('img')?.alt ?? ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys do what its buttons do
    <dialog
      ref={dialog}
      closedby="any"
      tabIndex={-1}
      aria-label={title}
      onClose={onClose}
      onKeyDown={event => handleViewerKey(event, { go, control })}
      className={FRAME}
    >
      <div className="flex flex-col" style={STAGE}>
        <StageView
          view={{ id: String(at), as: 'image', address, prompt, picture: address }}
          control={control}
          playback={NO_PLAYBACK}
          compared={comparing ? before : null}
          t={t}
        />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-1">
        <ResultPager at={at} count={links.length} title={title} go={go} t={t} />
        <PictureBar
          control={control}
          comparing={before === null ? null : comparing}
          onCompare={() => setComparing(!comparing)}
          locale={document.documentElement.lang}
          t={t}
        />
        <Actions key={address} address={address} close={() => dialog.current?.close()} t={t} />
      </div>
    </dialog>
  )
}

type ActionsProps = { address: string; close(): void } & Pick<LightboxProps, 't'>

/** The buttons that copy and download the picture and close the lightbox. */
function Actions({ address, close, t }: ActionsProps) {
  return (
    <>
      <CopyImageButton address={address} t={t} />
      <a
        href={`${address}?download=1`}
        download
        className="icon-button"
        {...named(t('chat.picture.download'))}
      >
        <Glyph path={CARD_ICONS.download} />
      </a>
      <button
        type="button"
        className="icon-button"
        onClick={close}
        {...named(t('chat.picture.close'))}
      >
        <Glyph path={CARD_ICONS.close} />
      </button>
    </>
  )
}

const FRAME =
  'dialog w-fit max-w-[calc(100vw-2rem)] max-h-none justify-items-center gap-3 p-3 outline-none open:grid'

/** The stage has one size for all pictures. On a phone, the buttons below it take two rows. */
const STAGE: CSSProperties = {
  inlineSize: 'calc(100vw - 3.75rem)',
  maxInlineSize: '80rem',
  blockSize: 'calc(100dvh - 11rem)'
}

/**
 * Finds the picture that an answer edited: the last one of the turn before that has any. A question
 * has no edited pictures.
 * @param you the label of questions
 */
function sourceOf(
  link: HTMLAnchorElement,
  links: readonly HTMLAnchorElement[],
  you: string
): HTMLAnchorElement | undefined {
  const turn = link.closest('article')
  if (turn === null || turn.getAttribute('aria-label') === you) return undefined
  return links.slice(0, links.indexOf(link)).findLast(each => each.closest('article') !== turn)
}

function named(name: string): { title: string; 'aria-label': string } {
  return { title: name, 'aria-label': name }
}
