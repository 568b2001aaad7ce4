import { pageHub } from '#client/page-hub.ts'
import { localizePath } from '#i18n/locale.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CardActions } from '#ui/tool/CardActions.tsx'
import { CardFoot } from '#ui/tool/CardFoot.tsx'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { OutputActions } from '#ui/tool/OutputActions.tsx'
import { useDeleteQuestion } from '#ui/tool/use-delete-question.tsx'
import { CopyImageButton } from '#ui/viewer/CopyImage.tsx'
import { ResultRelatives } from '#ui/viewer/Relatives.tsx'
import { ResultRating } from '#ui/viewer/Rating.tsx'
import { RequestCode } from '#ui/viewer/RequestCode.tsx'
import { requestSamples } from '#ui/viewer/request-samples.ts'
import { SettingList } from '#ui/viewer/SettingList.tsx'
import { listRunSettings } from '#ui/viewer/settings.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import type { View } from '#ui/viewer/view-list.ts'

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
      <SettingList settings={settings} />
      {!parts.guest && <ResultRelatives {...{ view, views, show, t }} />}
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
