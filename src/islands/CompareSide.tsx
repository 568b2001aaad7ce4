import type { Service } from '#core/service.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { compareCreditsText, comparePriceText } from '#islands/compare-prices.ts'
import type { ComparedSide } from '#islands/compare-props.ts'
import type { ToolHandlers } from '#islands/tool-acts.ts'
import { toolPrices } from '#islands/tool-prices.ts'
import type { ShownSide, useComparison } from '#islands/use-comparison.ts'
import { cancelToolTask, deleteToolTask } from '#stores/generating.ts'
import { Answer } from '#ui/chat/Answer.tsx'
import { Markdown } from '#ui/chat/Markdown.tsx'
import { MediaSide } from '#ui/compare/MediaSide.tsx'
import { SideHead } from '#ui/compare/SideHead.tsx'
import { sideHeadingId, SidePlace } from '#ui/compare/SidePlace.tsx'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'

type Props = {
  /** Its place in the comparison. */
  place: number
  /** The models of all sides. */
  titles: readonly string[]
  about: ComparedSide
  shown: ShownSide
  comparing: ReturnType<typeof useComparison>
  /** When the page was rendered, in unix milliseconds. */
  now: number
  locale: Locale
  /** Address of the page that sells credits. */
  plans: string
  t: Translate
}

/** One model of a comparison: its price and time, and its result or its failure. */
export function CompareSide(props: Props) {
  const { place, titles, about, shown, comparing, locale, t } = props
  const { state, price, seconds, side } = shown
  const id = sideHeadingId(place)
  const isActive = state === 'sending' || state === 'running'
  return (
    <section className="compare-side" aria-labelledby={id} aria-busy={isActive}>
      <SideHead
        id={id}
        title={about.title}
        price={
          price === null
            ? comparePriceText(about.quote, locale, t)
            : compareCreditsText(price, locale, t)
        }
        since={isActive ? side.sentAt : null}
        seconds={seconds}
        isBest={comparing.winner === place}
        onBest={state === 'ready' ? () => comparing.choose(place) : undefined}
        locale={locale}
        t={t}
      >
        <SidePlace place={place} titles={titles} t={t} />
      </SideHead>
      <Body {...props} />
    </section>
  )
}

function Body(props: Props) {
  const { place, about, shown, comparing, plans, now, locale, t } = props
  const { state, side, task } = shown
  const again = <Again {...props} />
  if (side.failure !== null)
    return (
      <div className="grid justify-items-start gap-2">
        <TaskFailure failure={side.failure} plans={plans} free t={t} />
        {again}
      </div>
    )
  if (state === 'idle')
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-13 text-muted">{t('compare.unsent')}</p>
        {again}
      </div>
    )
  if (state === 'sending') return <p className="text-13 text-muted">{t('field.form.sending')}</p>
  if (about.service !== null && task !== undefined) {
    const parts = partsOf({ service: about.service, comparing, place, now, locale, plans, t })
    return (
      <div className="grid min-w-0 justify-items-start gap-2">
        <MediaSide task={task} parts={parts} />
        {task.state === 'cancelled' && again}
      </div>
    )
  }
  if (side.turn === null || state === 'gone')
    return <p className="text-13 text-muted">{t('compare.gone')}</p>
  return (
    <div className="card compare-answer">
      <Answer turn={side.turn} last plans={plans} Markdown={Markdown} t={t} />
      <div className="flex flex-wrap gap-2">
        {state === 'running' && (
          <button type="button" className="button" onClick={() => comparing.stop(place)}>
            {t('chat.composer.stop')}
          </button>
        )}
        {state === 'failed' && again}
        {about.chat !== '' && state !== 'running' && (
          <a className="button button-quiet" href={about.chat}>
            {t('compare.open')}
          </a>
        )}
      </div>
    </div>
  )
}

/** Sends the prompt to the model again, for the price that the button shows. */
function Again({ place, about, comparing, locale, t }: Props) {
  return (
    <button type="button" className="button noscript:hidden" onClick={() => comparing.start(place)}>
      {t('field.results.retry')}
      <span className="font-normal tabular-nums">· {comparePriceText(about.quote, locale, t)}</span>
    </button>
  )
}

type PartsOptions = Pick<Props, 'comparing' | 'place' | 'now' | 'locale' | 'plans' | 't'> & {
  service: Service
}

/** Connects the card of a task to this page. The form of a tool is on the tool's own page. */
function partsOf({ service, comparing, place, now, locale, plans, t }: PartsOptions): CardParts {
  const { tell, start } = comparing
  const leave = (act: (acts: ToolHandlers['forCards']) => void): void => {
    const page = localizePath(`/${service.id}`, locale)
    void import('#islands/tool-acts.ts').then(
      ({ createToolHandlers }) =>
        act(
          createToolHandlers({
            service,
            formless: true,
            // A follow-up that has started at once shows its result there.
            tell: failure => (failure === null ? location.assign(page) : tell(failure))
          }).forCards
        ),
      () => undefined
    )
  }
  return {
    service,
    guest: false,
    plans,
    now,
    locale,
    ...toolPrices({ service, hub: { locale }, t }),
    t,
    further: null,
    onFollow: (...about) => leave(acts => acts.onFollow(...about)),
    onAgain: task => leave(acts => acts.onAgain(task)),
    onRetry: () => start(place),
    onCancel: ({ id }) => void cancelToolTask(service, id).then(tell),
    onRemove: ({ id }) => void deleteToolTask(service, id).then(tell)
  }
}
