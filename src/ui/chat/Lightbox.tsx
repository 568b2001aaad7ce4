import {
  ChevronLeft,
  ChevronRight,
  Download,
  SplitSquareHorizontal,
  X,
  type LucideIcon
} from 'lucide-react'
import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { PICTURE_LINK, type Pictures } from '#ui/chat/pictures-context.ts'
import { ImageComparison, useBefore } from '#ui/viewer/Compare.tsx'
import { useDialog } from '#ui/chat/use-dialog.ts'

export type LightboxProps = {
  /** The link that the user clicked. */
  link: HTMLAnchorElement
  onClose(): void
  t: Pictures['t']
}

/**
 * Shows one picture as large as the window allows, in a native modal dialog that Escape closes.
 * Arrows lead to the page's other pictures, or move the line of a comparison.
 */
export function Lightbox({ link, onClose, t }: LightboxProps) {
  const [links] = useState(() => [...document.querySelectorAll<HTMLAnchorElement>(PICTURE_LINK)])
  const [at, setAt] = useState(() => links.indexOf(link))
  const dialog = useDialog()
  const shown = links[at] ?? link
  const go = (steps: number): void =>
    setAt(before => Math.min(Math.max(before + steps, 0), links.length - 1))
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>): void => {
    const onward =
      getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key.startsWith('Arrow') && !(event.target instanceof HTMLInputElement))
      go(event.key === onward || event.key === 'ArrowDown' ? 1 : -1)
  }
  const [comparing, setComparing] = useState(true)
  const before = useBefore(shown.href, sourceOf(shown, links, t('chat.turn.you'))?.href)
  const title = t('chat.picture.title', { number: at + 1, count: links.length })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows do what its buttons do
    <dialog
      ref={dialog}
      closedby="any"
      aria-label={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className={FRAME}
    >
      <Shown link={shown} before={comparing ? before : null} t={t} />
      <div className="flex items-center gap-1">
        <Steps at={at} count={links.length} title={title} go={go} t={t} />
        {before !== null && (
          <button
            type="button"
            className="icon-button"
            aria-pressed={comparing}
            onClick={() => setComparing(!comparing)}
            {...named(t('chat.picture.compare'))}
          >
            <SplitSquareHorizontal {...ICON_PROPS} />
          </button>
        )}
        <a
          href={`${shown.href}?download=1`}
          download
          className="icon-button"
          {...named(t('chat.picture.download'))}
        >
          <Download {...ICON_PROPS} />
        </a>
        <button
          type="button"
          className="icon-button"
          onClick={() => dialog.current?.close()}
          {...named(t('chat.picture.close'))}
        >
          <X {...ICON_PROPS} />
        </button>
      </div>
    </dialog>
  )
}

const FRAME =
  'dialog w-fit max-w-[calc(100vw-2rem)] max-h-none justify-items-center gap-3 p-3 open:grid'

/** The size in which a comparison is drawn as large as its shape allows. */
const STAGE: CSSProperties = {
  containerType: 'size',
  inlineSize: 'calc(100vw - 5rem)',
  maxInlineSize: '80rem',
  blockSize: 'calc(100dvh - 8rem)'
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

type ShownProps = Pick<LightboxProps, 'link' | 't'> & {
  /** The picture to compare with; null for none. */
  before: ReturnType<typeof useBefore>
}

/** The strings of a comparison in chats, whose pages lack those of tools. */
const COMPARING: Readonly<Record<string, string>> = {
  'field.view.before': 'chat.picture.before',
  'field.view.after': 'chat.picture.after',
  'field.view.compare': 'chat.picture.compare'
}

/** Shows the picture, alone or over the one that it was made from. */
function Shown({ link, before, t }: ShownProps) {
  const address = link.href
  const alt = link.querySelector('img')?.alt ?? ''
  if (before === null)
    return (
      <img
        src={address}
        alt={alt}
        className="max-h-[calc(100dvh-8rem)] max-w-full rounded-card object-contain"
      />
    )
  return (
    <div className="grid place-items-center" style={STAGE}>
      <ImageComparison
        key={address}
        view={{ address, prompt: alt }}
        before={before}
        t={key => t(COMPARING[key] ?? key)}
      />
    </div>
  )
}

type StepsProps = { at: number; count: number; title: string; go(steps: number): void } & Pick<
  LightboxProps,
  't'
>

/** Shows the number of the picture, between the buttons for the previous and the next one. */
function Steps({ at, count, title, go, t }: StepsProps) {
  return (
    <>
      {count > 1 && (
        <Step
          icon={ChevronLeft}
          name={t('chat.picture.previous')}
          off={at === 0}
          onPress={() => go(-1)}
        />
      )}
      <p className="px-2 text-14 text-muted tabular-nums" aria-live="polite">
        {title}
      </p>
      {count > 1 && (
        <Step
          icon={ChevronRight}
          name={t('chat.picture.next')}
          off={at === count - 1}
          onPress={() => go(1)}
        />
      )}
    </>
  )
}

type StepProps = { icon: LucideIcon; name: string; off: boolean; onPress(): void }

/** A button for the previous or next picture. At either end it does nothing but keeps the focus. */
function Step({ icon: Icon, name, off, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-disabled={off}
      onClick={onPress}
      {...named(name)}
    >
      <Icon {...ICON_PROPS} className="turns" />
    </button>
  )
}

function named(name: string): { title: string; 'aria-label': string } {
  return { title: name, 'aria-label': name }
}
