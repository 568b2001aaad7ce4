import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'
import { HYDRATED_EVENT } from '#islands/pane-events.ts'
import { useTryCall, type TryCallOptions } from '#islands/use-trying.ts'
import { answerImages } from '#ui/docs/answer-images.ts'
import { HttpMessagePart } from '#ui/docs/Shown.tsx'

type Props = Omit<TryCallOptions, 't'> & {
  id: string
  /** The initial JSON of the form. */
  body: string
  t: Strings
}

/**
 * Sends a real request with the pasted key, or with the signed-in user's own credential for this
 * page. It has no form element: the browser could submit a form, with the key, before hydration.
 */
export function TryCall({ id, body, t: strings, ...call }: Props) {
  const { hub } = call
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const [key, setKey] = useState('')
  const [text, setText] = useState(() => typedIn(`body-${id}`) ?? body)
  const keyField = useRef<HTMLInputElement>(null)
  const bodyField = useRef<HTMLTextAreaElement>(null)
  const { busy, status, tried, send, stop, sendButton, stopButton } = useTryCall({ ...call, t })
  // Take over what the user typed before hydration, or between its render and its commit.
  useLayoutEffect(() => {
    setKey(keyField.current?.value ?? '')
    setText(bodyField.current?.value ?? '')
  }, [])
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED_EVENT)), [])
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-13 text-muted">{t('docs.try.cost')}</p>
      <KeyField
        id={id}
        ref={keyField}
        value={key}
        onText={setKey}
        guest={hub.user === null}
        t={t}
      />
      <BodyField id={id} ref={bodyField} value={text} onText={setText} t={t} />
      <div className="flex flex-wrap items-center gap-3">
        <button
          className="button button-primary"
          type="button"
          ref={sendButton}
          aria-disabled={busy}
          onClick={() => void send(key, text)}
        >
          {t('docs.try.send')}
        </button>
        {busy && (
          <button className="button" type="button" ref={stopButton} onClick={stop}>
            {t('docs.try.stop')}
          </button>
        )}
        <p className="text-13 text-muted" role="status">
          {status}
        </p>
      </div>
      {tried !== null && (
        <>
          <Images answer={tried.answer} t={t} />
          <HttpMessagePart name={t('docs.try.request')} text={tried.request} />
          {tried.answer !== '' && (
            <HttpMessagePart name={t('docs.try.answer')} text={tried.answer} />
          )}
        </>
      )}
    </div>
  )
}

/** Shows the images whose addresses are in an answer. */
function Images({ answer, t }: { answer: string; t: Translate }) {
  return (
    <div className="flex flex-wrap gap-2">
      {answerImages(answer).map(address => (
        <a key={address} href={address} target="_blank" rel="noopener">
          <img className="max-h-60 rounded-control" src={address} alt={t('docs.try.answer')} />
        </a>
      ))}
    </div>
  )
}

type FieldProps<Tag extends 'input' | 'textarea'> = Pick<ComponentProps<Tag>, 'ref'> & {
  id: string
  value: string
  onText(text: string): void
  t: Translate
}

function KeyField({ id, ref, value, onText, guest, t }: FieldProps<'input'> & { guest: boolean }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={`key-${id}`}>
        {t('docs.try.key')}
      </label>
      <input
        className="input font-mono"
        id={`key-${id}`}
        ref={ref}
        type="password"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={value}
        onChange={event => onText(event.currentTarget.value)}
        aria-describedby={`key-${id}-hint`}
      />
      <p className="field-hint" id={`key-${id}-hint`}>
        {t(guest ? 'docs.try.keyHint' : 'docs.try.ownHint')}
      </p>
    </div>
  )
}

function BodyField({ id, ref, value, onText, t }: FieldProps<'textarea'>) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={`body-${id}`}>
        {t('docs.try.body')}
      </label>
      <textarea
        className="input font-mono"
        id={`body-${id}`}
        ref={ref}
        rows={7}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        value={value}
        onChange={event => onText(event.currentTarget.value)}
      />
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
