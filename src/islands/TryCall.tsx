import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { createTranslate, type Strings } from '#i18n/translate.ts'
import { ALIVE } from '#islands/pane-events.ts'
import type { Chosen } from '#stores/selection.ts'
import { requestText } from '#ui/docs/request-text.ts'
import { Shown } from '#ui/docs/Shown.tsx'

type Props = {
  id: string
  url: string
  /** The initial JSON of the form. */
  body: string
  /** The service whose plan pays when the user's own credential is used. */
  service: Chosen
  hub: HubInfo
  t: Strings
}

type Tried = { request: string; answer: string }

/**
 * Sends a real request with the pasted key, or with the signed-in user's own credential for this
 * page. It has no form element: the browser could submit a form, with the key, before hydration.
 */
export function TryCall({ id, url, body, service, hub, t: strings }: Props) {
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const [key, setKey] = useState('')
  const [text, setText] = useState(() => typedIn(`body-${id}`) ?? body)
  const [status, setStatus] = useState('')
  const [tried, setTried] = useState<Tried | null>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const bodyField = useRef<HTMLTextAreaElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const leaving = useRef<AbortController | null>(null)
  const [busy, setBusy] = useState(false)
  // Take over what the user typed before hydration, or between its render and its commit.
  useLayoutEffect(() => {
    setKey(keyField.current?.value ?? '')
    setText(bodyField.current?.value ?? '')
  }, [])
  useEffect(() => void document.dispatchEvent(new Event(ALIVE)), [])

  async function send(): Promise<void> {
    if (busy) return
    setTried(null)
    const token = key.trim().replace(/^Bearer\s+/i, '')
    if (!isJson(text)) return setStatus(t('issue.not_json'))
    if (token === '' && hub.user === null) return setStatus(t('docs.try.needsKey'))
    if (!/^[\x21-\x7e]*$/.test(token)) return setStatus(t('docs.try.wrongKey'))
    leaving.current = new AbortController()
    const request = requestText(url, text, hub.locale)
    setBusy(true)
    setStatus(t('docs.try.sending'))
    setTried({ request, answer: '' })
    const { signal } = leaving.current
    const part = await import('#stores/try-call.ts').catch(() => null)
    const told =
      part === null ? null : await part.tryCall({ url, body: text, key: token, service, signal })
    // The stop button is about to disappear with the focus.
    if (document.activeElement === stopButton.current) sendButton.current?.focus()
    setBusy(false)
    if (told === null || told.status === 0)
      return setStatus(signal.aborted ? t('docs.try.stopped') : told?.text || t('docs.try.offline'))
    setTried({ request, answer: told.text })
    setStatus(
      t('docs.try.took', {
        status: String(told.status),
        seconds: Math.round(told.seconds * 10) / 10
      })
    )
  }

  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-13 text-muted">{t('docs.try.cost')}</p>
      <div className="field">
        <label className="field-label" htmlFor={`key-${id}`}>
          {t('docs.try.key')}
        </label>
        <input
          className="input font-mono"
          id={`key-${id}`}
          ref={keyField}
          type="password"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          value={key}
          onChange={event => setKey(event.currentTarget.value)}
          aria-describedby={`key-${id}-hint`}
        />
        <p className="field-hint" id={`key-${id}-hint`}>
          {t(hub.user === null ? 'docs.try.keyHint' : 'docs.try.ownHint')}
        </p>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`body-${id}`}>
          {t('docs.try.body')}
        </label>
        <textarea
          className="input font-mono"
          id={`body-${id}`}
          ref={bodyField}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button
          className="button button-primary"
          type="button"
          ref={sendButton}
          aria-disabled={busy}
          onClick={() => void send()}
        >
          {t('docs.try.send')}
        </button>
        {busy && (
          <button
            className="button"
            type="button"
            ref={stopButton}
            onClick={() => leaving.current?.abort()}
          >
            {t('docs.try.stop')}
          </button>
        )}
        <p className="text-13 text-muted" role="status">
          {status}
        </p>
      </div>
      {tried !== null && (
        <>
          <Shown name={t('docs.try.request')} text={tried.request} />
          {tried.answer !== '' && <Shown name={t('docs.try.answer')} text={tried.answer} />}
        </>
      )}
    </div>
  )
}

/**
 * Returns the current text of a server-rendered field. React would replace text typed before
 * hydration with the server's.
 */
function typedIn(id: string): string | null {
  if (typeof document === 'undefined') return null
  const field = document.getElementById(id)
  return field instanceof HTMLTextAreaElement ? field.value : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
