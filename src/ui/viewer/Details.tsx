import { useMemo } from 'react'
import { pageHub } from '#client/page-hub.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CardActions } from '#ui/tool/CardActions.tsx'
import { CardFoot } from '#ui/tool/CardFoot.tsx'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { OutputActions } from '#ui/tool/OutputActions.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { useDeleteQuestion } from '#ui/tool/use-delete-question.tsx'
import { CopyImageButton } from '#ui/viewer/CopyImage.tsx'
import { ResultRating } from '#ui/viewer/Rating.tsx'
import { RequestCode } from '#ui/viewer/RequestCode.tsx'
import { requestSamples } from '#ui/viewer/request-samples.ts'
import { listRunSettings } from '#ui/viewer/settings.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import { listSources, viewsMadeFrom, type Source, type View } from '#ui/viewer/view-list.ts'

type Props = {
  view: View
  views: readonly View[]
  show(view: View): void
  parts: CardParts
  /** Closes the viewer. */
  onLeave(): void
}

/**
 * Everything about a result: its request, its price, and the results that it was made from or that
 * were made from it. It is beside the result, or on a phone below it.
 */
export function Details({ view, views, show, parts: page, onLeave }: Props) {
  const parts = leaving(page, onLeave)
  const { service, locale, t } = parts
  const { task, verb, action, output, index, address } = view
  const settings = listRunSettings(action, task.request, { id: service.id, locale, t })
  const sources = useMemo(() => listSources(view, views), [view, views])
  const made = useMemo(() => viewsMadeFrom(view, views), [view, views])
  const { ask, question } = useDeleteQuestion(() => parts.onRemove(task), t)
  const code = requestSamples(view, service, pageHub().hosts.api)
  return (
    <section
      aria-label={t('field.failure.details')}
      className="grid min-w-0 content-start gap-4 overflow-y-auto overscroll-contain border border-line bg-surface-1 p-4"
      style={{ flex: '0 1 22rem' }}
    >
      <h2 className="text-16 pe-control">{t(`${service.id}.title`)}</h2>
      <CardFoot key={view.id} task={task} verb={verb} parts={parts} unfolded>
        <CardActions task={task} verb={verb} parts={parts} onDelete={ask} />
      </CardFoot>
      {question}
      <OutputActions {...{ output, index, action, task, address, parts }} unfolded>
        <CopyIconButton
          text={address}
          label={t('field.view.copy_link')}
          icon={VIEWER_ICONS.link}
          t={t}
        />
        {view.as === 'image' && <CopyImageButton key={address} address={address} t={t} />}
      </OutputActions>
      {!parts.guest && <ResultRating key={address} task={task.id} address={address} t={t} />}
      <a className="button" href={sendAddress(view.as, address)}>
        {t('field.view.send')}
      </a>
      {settings.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 [&_dt]:text-muted">
          {settings.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Relatives title={t('field.view.sources')} relatives={sources} show={show} t={t} />
      <Relatives
        title={t('field.view.made')}
        relatives={made.map(each => ({ picture: each.picture, view: each }))}
        show={show}
        t={t}
      />
      <RequestCode samples={code} t={t} />
    </section>
  )
}

/** Returns the address of the page that lists the tools which can use this file. */
function sendAddress(kind: string, file: string): string {
  return `${localizePath('/send-to', pageHub().locale)}?${new URLSearchParams({ kind, file })}`
}

/**
 * Returns the actions of a card. Those that continue on the page behind the viewer close it first.
 */
function leaving(parts: CardParts, leave: () => void): CardParts {
  return {
    ...parts,
    onFollow(...which) {
      leave()
      parts.onFollow(...which)
    },
    onAgain(task) {
      leave()
      parts.onAgain(task)
    }
  }
}

type RelativesProps = {
  title: string
  relatives: readonly Source[]
  show(view: View): void
  t: Translate
}

const SMALL = 'size-16 rounded-control bg-surface-3 object-cover'

/**
 * Shows results or files that are related to a result, as small pictures. A result opens in the
 * viewer, a file in a tab.
 */
function Relatives({ title, relatives, show, t }: RelativesProps) {
  if (relatives.length === 0) return null
  return (
    <section className="grid gap-2" aria-label={title}>
      <h3 className="text-13 font-medium">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {relatives.map(({ picture, view }) => (
          <li key={view?.id ?? picture}>
            {view === null ? (
              <a href={picture} target="_blank" rel="noreferrer" className="block rounded-control">
                <img
                  src={scaledImageAddress(picture, 320)}
                  alt={t('field.view.file')}
                  className={SMALL}
                />
              </a>
            ) : (
              <button type="button" className="block rounded-control" onClick={() => show(view)}>
                {picture === '' ? (
                  <span className={`${SMALL} grid place-items-center p-1.5 text-12`}>
                    <span dir="auto" className="line-clamp-3">
                      {view.prompt}
                    </span>
                  </span>
                ) : (
                  <img
                    src={scaledImageAddress(picture, 320)}
                    alt={view.prompt || title}
                    className={SMALL}
                  />
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
