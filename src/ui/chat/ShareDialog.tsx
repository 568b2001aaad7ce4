import { Check, ChevronRight, Copy, ExternalLink, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Failure } from '#client/turns.ts'
import { isolateDirection } from '#core/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { QrCode } from '#ui/QrCode.tsx'
import { DialogFrame } from '#ui/chat/DialogFrame.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import { useCopied } from '#ui/use-copied.ts'

type Props = {
  title: string
  /** Address of the shared copy; null if there is none, undefined while it loads. */
  link: string | null | undefined
  /** Operators took the link down. The conversation cannot be shared again. */
  isTakenDown: boolean
  /** The action that was just completed, as the end of a translation key. */
  done: 'made' | 'updated' | 'ended' | null
  busy: boolean
  failure: Failure | null
  plans: string
  onMake(): void
  onEnd(): void
  onClose(): void
  t: Translate
}

/**
 * Selector of the element that gets the focus after an action: the button that copies the link, or
 * the one that creates a link.
 */
const NEXT = '.button-primary'

/** Side length of the QR code in pixels: large enough for a phone's camera at arm's length. */
const SIDE = 184

/** Explains what a share link shows and to whom, and creates, updates or ends it. */
export function ShareDialog(props: Props) {
  const { title, link, isTakenDown, done, busy, failure, plans, onMake, onEnd, onClose, t } = props
  const dialog = useDialog()
  useEffect(() => {
    // The button that the user pressed may be gone after the action.
    if (done !== null && document.activeElement === document.body)
      dialog.current?.querySelector<HTMLElement>(NEXT)?.focus()
  }, [done, dialog])
  return (
    <DialogFrame
      dialog={dialog}
      title={t('chat.share.title')}
      closeName={t('chat.dialog.close')}
      aria-busy={busy}
      onClose={onClose}
    >
      {isTakenDown ? (
        <div role="status" className="notice notice-bad text-14">
          <TriangleAlert {...ICON_PROPS} />
          <p>{t('chat.report.owner')}</p>
        </div>
      ) : (
        <Explanation title={title} t={t} />
      )}
      {link != null && <Link link={link} t={t} />}
      <output className={done === null ? 'sr-only' : 'text-14 text-good'}>
        {done !== null && t(`chat.share.${done}`)}
      </output>
      {failure !== null && <FailureNote failure={failure} plans={plans} t={t} />}
      {link === null && !isTakenDown && (
        <button
          type="button"
          className="button button-primary justify-self-end"
          aria-disabled={busy}
          onClick={onMake}
        >
          {t('chat.share.make')}
        </button>
      )}
      {link != null && <Changes {...{ busy, onMake, onEnd, t }} />}
    </DialogFrame>
  )
}

/** Says what a link shows and what stays private. */
function Explanation({ title, t }: Pick<Props, 'title' | 't'>) {
  return (
    <div className="grid gap-2 text-14 break-words text-muted">
      <p>{t('chat.share.shown', { title: isolateDirection(title) })}</p>
      <p>{t('chat.share.hidden')}</p>
    </div>
  )
}

function Link({ link, t }: { link: string; t: Translate }) {
  const { copied, copy } = useCopied(link)
  return (
    <>
      <label className="field">
        <span className="field-label">{t('chat.share.link')}</span>
        <input
          className="input truncate"
          dir="ltr"
          readOnly
          value={link}
          onFocus={({ currentTarget: field }) => {
            field.select()
            // The browser scrolls to the end of the selected address, but people recognise its
            // beginning.
            requestAnimationFrame(() => (field.scrollLeft = 0))
          }}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button button-primary" onClick={copy}>
          {copied ? <Check {...ICON_PROPS} /> : <Copy {...ICON_PROPS} />}
          {t(copied ? 'chat.turn.copied' : 'chat.share.copy')}
        </button>
        <a className="button" href={link} target="_blank" rel="noopener">
          <ExternalLink {...ICON_PROPS} className="turns" />
          {t('chat.share.open')}
        </a>
      </div>
      <output className="sr-only">{copied && t('chat.turn.copied')}</output>
      <details className="group/code text-14">
        <summary className="inline-flex min-h-control items-center gap-1 rounded-control text-muted hover:text-text">
          <ChevronRight
            {...ICON_PROPS}
            className="turns transition-transform group-open/code:rotate-90"
          />
          {t('chat.share.code')}
        </summary>
        <div className="grid justify-items-center gap-2 pt-2">
          <QrCode
            text={link}
            name={t('chat.share.code')}
            width={SIDE}
            t={() => t('chat.share.no_code')}
          />
          <p className="text-center text-13 text-faint">{t('chat.share.scan')}</p>
        </div>
      </details>
    </>
  )
}

function Changes({ busy, onMake, onEnd, t }: Pick<Props, 'busy' | 'onMake' | 'onEnd' | 't'>) {
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="grid justify-items-start gap-1">
        <button type="button" className="button" aria-disabled={busy} onClick={onMake}>
          {t('chat.share.update')}
        </button>
        <p className="text-13 text-faint">{t('chat.share.update_hint')}</p>
      </div>
      <div className="grid justify-items-start gap-1">
        <button type="button" className="button text-bad" aria-disabled={busy} onClick={onEnd}>
          {t('chat.share.end')}
        </button>
        <p className="text-13 text-faint">{t('chat.share.end_hint')}</p>
      </div>
    </div>
  )
}
