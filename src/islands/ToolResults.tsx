import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { signUpAddress } from '#client/sign-in.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import type { Service } from '#core/service.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ToolHandlers } from '#islands/tool-acts.ts'
import { toolPrices } from '#islands/tool-prices.ts'
import { isTaskRunning, type TaskList } from '#stores/shelf.ts'
import { freshForm } from '#stores/tool-form.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { Intro } from '#ui/tool/Intro.tsx'
import { Results } from '#ui/tool/Results.tsx'
import { useLazyModule } from '#ui/tool/use-late.ts'
import { subscribeToNothing } from '#ui/unchanging.ts'

const NONE: readonly FeaturedResult[] = []

type Props = {
  hub: HubInfo
  service: Service
  shelf: TaskList
  /** True on a page that shows only results, without the form. */
  history?: boolean
  acts: ToolHandlers
  /** Results of this tool that the site features. */
  featured?: readonly FeaturedResult[]
  further: CardParts['further']
  /** Address of the page that sells credits. */
  plans: string
  /** When the page was rendered, in unix milliseconds. */
  now: number
  t: Translate
  /** More about the tool, shown below its examples. */
  children?: ReactNode
}

/** The user's results with a tool, and the introduction of the tool. */
export function ToolResults(props: Props) {
  const { hub, service, shelf, history = false, acts, plans, now, t, children } = props
  const { featured = NONE, further } = props
  const prices = useResultPrices(service, hub, t)
  const guest = hub.user === null
  const address = localizePath(`/${service.id}`, hub.locale)
  const empty = shelf.items.length === 0 && shelf.rest === 'none'
  const running = shelf.items.filter(isTaskRunning)
  const notes = useLazyModule(loadNotes, guest ? !empty : running.length > 0)
  return (
    <>
      {notes !== null &&
        (guest ? (
          <notes.GuestSignUpOffer address={signUpAddress(address, 'keep')} t={t} />
        ) : (
          <notes.PushOffer service={service} running={running} t={t} />
        ))}
      {!empty && (
        <Results
          shelf={shelf}
          medium={service.medium}
          parts={{
            service,
            guest,
            plans,
            now,
            locale: hub.locale,
            ...prices,
            t,
            further,
            ...acts.forCards
          }}
          onMore={acts.loadOlder}
        />
      )}
      {/* While older results load on scroll, it would move below them each time. */}
      {shelf.rest !== 'more' && shelf.rest !== 'loading' && (
        <About service={service} folded={!empty} t={t}>
          <Intro
            id={service.id}
            price={prices.priceOf(freshForm(service).verb, {})}
            featured={featured}
            acts={history ? null : acts}
            t={t}
          />
          {children}
        </About>
      )}
    </>
  )
}

/**
 * Returns the prices of the server's HTML while React takes that over. The run that hydrates the
 * results may have been refused at a higher price, which counts from the next rendering.
 */
function useResultPrices(
  service: Service,
  hub: HubInfo,
  t: Translate
): ReturnType<typeof toolPrices> {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
  return useMemo(() => {
    // Prices that the server named later are kept by the id of their service.
    const priced = isHydrated ? service : { ...service, id: '' }
    return toolPrices({ service: priced, hub, t })
  }, [isHydrated, service, hub, t])
}

function loadNotes(): Promise<typeof import('#islands/tool-notes.ts')> {
  return import('#islands/tool-notes.ts')
}

type AboutProps = { service: Service; folded: boolean; t: Translate; children: ReactNode }

/**
 * The introduction of the tool. Without results it is the whole content; with results it is folded
 * below them.
 */
function About({ service, folded, t, children }: AboutProps) {
  if (!folded) return <div className="grid max-w-page gap-6">{children}</div>
  return (
    <details className="group/about">
      <summary className="inline-flex min-h-control items-center gap-1 rounded-control text-13 text-muted hover:text-text">
        <Glyph
          path={CARD_ICONS.fold}
          className="turns transition-transform group-open/about:rotate-90"
        />
        {t('field.intro.about', { service: t(`${service.id}.title`) })}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}
