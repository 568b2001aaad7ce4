import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { MAX_COMPARED_MODELS, promptOnlyAction } from '#core/comparable.ts'
import { MAX_QUESTION } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { priceOfModel, comparePriceText, totalPrice } from '#islands/compare-prices.ts'
import type { CompareFormProps, CompareModel } from '#islands/compare-props.ts'
import { beginComparison, type CompareRefusal } from '#islands/compare-send.ts'
import {
  compareDraftKey,
  readCompareDraft,
  comparisonKey,
  serializeCompareDraft
} from '#stores/compare-draft.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { settleOwner } from '#stores/owner.ts'
import { $pendingMessage, signInToSend } from '#stores/pressed.ts'
import { sendAfterCountdown } from '#ui/carry-out.ts'

/** The form as it is, and what the user does with it. */
export type CompareFormState = {
  prompt: string
  /** The longest prompt that all chosen models take, in characters. */
  max: number
  chosen: readonly CompareModel[]
  /** The price of each chosen model, and of all. */
  prices: readonly string[]
  total: string
  refusal: CompareRefusal | null
  busy: boolean
  write(prompt: string): void
  choose(place: number, key: string): void
  add(): void
  drop(place: number): void
  send(): void
}

/** The form of a comparison: its prompt and models, their prices, and sending it. */
export function useCompareForm(
  props: CompareFormProps,
  field: RefObject<HTMLTextAreaElement | null>,
  t: Translate
): CompareFormState {
  const { hub, kind, models, tools, ownKeys } = props
  const [form, setForm] = useState({ prompt: '', keys: props.chosen })
  const [refusal, setRefusal] = useState<CompareRefusal | null>(null)
  const [busy, setBusy] = useState(false)
  const priced = pricesOf(props, form, t)
  const { chosen, max } = priced
  const change = (next: typeof form): void => {
    setForm(next)
    setRefusal(null)
    saveDraft(compareDraftKey(kind), serializeCompareDraft(next))
  }
  const send = async (): Promise<void> => {
    const prompt = field.current?.value.trim() ?? ''
    if (prompt === '') field.current?.focus()
    if (busy || prompt === '' || prompt.length > max) return
    const draft = serializeCompareDraft({ prompt, keys: form.keys })
    saveDraft(compareDraftKey(kind), draft)
    if (hub.user === null) return signInToSend(compareDraftKey(kind), draft, kind)
    setBusy(true)
    setRefusal(null)
    const free = kind === 'chat' && ownKeys
    const begun = await beginComparison({ kind, prompt, models: chosen, tools, free })
    const prices = chosen.map(model => priceOfModel(model, tools, prompt).micro)
    if ('id' in begun) return open(begun.id, props, prices)
    setBusy(false)
    setRefusal(begun)
  }
  useRestored(props, field, setForm)
  useCarried(props, priced.total, t, () => field.current?.form?.requestSubmit())
  return {
    ...priced,
    prompt: form.prompt,
    refusal,
    busy,
    write: prompt => change({ ...form, prompt }),
    choose: (place, key) =>
      change({ ...form, keys: form.keys.map((each, at) => (at === place ? key : each)) }),
    add() {
      const free = models.filter(({ key }) => !form.keys.includes(key))
      const families = new Set(chosen.map(({ family }) => family))
      const next = free.find(({ family }) => !families.has(family)) ?? free[0]
      if (next !== undefined && form.keys.length < MAX_COMPARED_MODELS)
        change({ ...form, keys: [...form.keys, next.key] })
    },
    drop: place => change({ ...form, keys: form.keys.filter((_, at) => at !== place) }),
    send: () => void send()
  }
}

/** Finds the chosen models, their prices with this prompt, and the longest prompt. */
function pricesOf(
  { hub, models, tools }: CompareFormProps,
  { keys, prompt }: { keys: readonly string[]; prompt: string },
  t: Translate
): Pick<CompareFormState, 'chosen' | 'max' | 'prices' | 'total'> {
  const chosen = keys.flatMap(key => models.find(each => each.key === key) ?? [])
  const quotes = chosen.map(model => priceOfModel(model, tools, prompt))
  return {
    chosen,
    max: Math.min(
      ...chosen.map(({ service }) => promptOnlyAction(tools[service] ?? {})?.max ?? MAX_QUESTION)
    ),
    prices: quotes.map(quote => comparePriceText(quote, hub.locale, t)),
    total: comparePriceText(totalPrice(quotes), hub.locale, t)
  }
}

/** Fills the form with what was typed before this script ran, or else with its draft. */
function useRestored(
  { hub, kind, models, chosen }: CompareFormProps,
  field: RefObject<HTMLTextAreaElement | null>,
  setForm: (form: { prompt: string; keys: readonly string[] }) => void
): void {
  // This must run before saved data is read.
  useLayoutEffect(() => settleOwner(hub), [hub])
  useEffect(() => {
    const area = field.current
    const draft = readCompareDraft(kind)
    if (area === null) return
    const prompt = area.value || (draft?.prompt ?? '')
    if (area.value === '') fillIn(area, prompt)
    const known = (draft?.keys ?? []).filter(key => models.some(each => each.key === key))
    setForm({ prompt, keys: known.length > 1 ? known.slice(0, MAX_COMPARED_MODELS) : chosen })
  }, [kind, models, chosen, field, setForm])
}

/** Fills the field without an input event, which would save the draft again. */
function fillIn(area: HTMLTextAreaElement, prompt: string): void {
  area.value = prompt
}

/** Sends what a guest pressed Compare for before they signed in. */
function useCarried(
  { hub, kind }: CompareFormProps,
  price: string,
  t: Translate,
  send: () => void
): void {
  const latest = useRef({ price, send })
  useEffect(() => {
    latest.current = { price, send }
  })
  useEffect(() => {
    const place = compareDraftKey(kind)
    if (hub.user === null) {
      if ($pendingMessage.get()?.place === place) $pendingMessage.set(null)
      return undefined
    }
    // The form has its draft, and so its price, after the next rendering.
    let end = (): void => undefined
    const timer = setTimeout(() => {
      end = sendAfterCountdown({
        place,
        unchanged: ({ text }) => readDraft(place) === text,
        line: t('field.pressed.text', { price: latest.current.price }),
        cancel: t('field.pressed.cancel'),
        send: () => latest.current.send()
      })
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [hub, kind, t])
}

/** Opens the page of a comparison, which starts its runs. */
function open(id: string, { hub, kind }: CompareFormProps, prices: readonly number[]): void {
  const place = comparisonKey(id)
  $pendingMessage.set({ place, text: id, at: Date.now(), here: true, prices })
  addEventListener('pagehide', () => saveDraft(compareDraftKey(kind), ''), { once: true })
  location.assign(localizePath(`/compare/${id}`, hub.locale))
}
