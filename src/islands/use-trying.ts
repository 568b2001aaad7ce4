import { useEffect, useRef, useState, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Translate } from '#i18n/translate.ts'
import { watchBalance } from '#islands/watch-balance.ts'
import type { ServiceRef } from '#stores/selection.ts'
import { requestText } from '#ui/docs/request-text.ts'

export type TryCallOptions = {
  url: string
  /** The service whose plan pays when the user's own credential is used. */
  service: ServiceRef
  hub: HubInfo
  t: Translate
}

type Trying = {
  busy: boolean
  /** A sentence about the result of the last call. */
  status: string
  /** The last request and its answer, empty until it arrives; null before the first call. */
  tried: { request: string; answer: string } | null
  /** Sends the body with the pasted key. If it is empty, the user's own credential pays. */
  send(key: string, body: string): Promise<void>
  stop(): void
  sendButton: RefObject<HTMLButtonElement | null>
  stopButton: RefObject<HTMLButtonElement | null>
}

/** Sends one call at a time to the documented address, and can stop it. */
export function useTryCall({ url, service, hub, t }: TryCallOptions): Trying {
  const [status, setStatus] = useState('')
  const [tried, setTried] = useState<Trying['tried']>(null)
  const [busy, setBusy] = useState(false)
  const sendButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => watchBalance(service.id), [service.id])

  async function send(key: string, body: string): Promise<void> {
    if (busy) return
    setTried(null)
    const token = key.trim().replace(/^Bearer\s+/i, '')
    if (!isJson(body)) return setStatus(t('issue.not_json'))
    if (token === '' && hub.user === null) return setStatus(t('docs.try.needsKey'))
    if (!/^[\x21-\x7e]*$/.test(token)) return setStatus(t('docs.try.wrongKey'))
    leaving.current = new AbortController()
    const request = requestText(url, body, hub.locale)
    setBusy(true)
    setStatus(t('docs.try.sending'))
    setTried({ request, answer: '' })
    const { signal } = leaving.current
    const part = await import('#stores/try-call.ts').catch(() => null)
    const told =
      part === null ? null : await part.sendDocsRequest({ url, body, key: token, service, signal })
    // The stop button is about to disappear with the focus.
    if (document.activeElement === stopButton.current) sendButton.current?.focus()
    setBusy(false)
    if (told === null || told.status === 0)
      return setStatus(signal.aborted ? t('docs.try.stopped') : told?.text || t('docs.try.offline'))
    setTried({ request, answer: told.text })
    const seconds = Math.round(told.seconds * 10) / 10
    setStatus(t('docs.try.took', { status: String(told.status), seconds }))
  }

  return { busy, status, tried, send, stop: () => leaving.current?.abort(), sendButton, stopButton }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
