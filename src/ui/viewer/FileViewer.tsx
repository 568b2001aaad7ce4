import { useMemo, useState, type ReactNode } from 'react'
import { downloadAddress } from '#client/download-name.ts'
import type { Translate } from '#i18n/translate.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { SaveLink } from '#ui/tool/OutputActions.tsx'
import { CopyImageButton } from '#ui/viewer/CopyImage.tsx'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { RatingStars } from '#ui/viewer/Rating.tsx'
import { Relatives } from '#ui/viewer/Relatives.tsx'
import type { LoadRun, RunKey } from '#ui/viewer/run-details.ts'
import { RunFacts, RunSettings } from '#ui/viewer/RunSettings.tsx'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import { usePressed } from '#ui/viewer/use-pressed.ts'
import { useRunDetails, type KnownRuns, type RunStore } from '#ui/viewer/use-run-details.ts'
import type { Viewable } from '#ui/viewer/view-list.ts'
import { ViewerFrame } from '#ui/viewer/ViewerFrame.tsx'

/** A file of any tool, or an upload, with what its page says about it. */
export type ViewedFile = Viewable & {
  /** The tool that made it, or the name of the file. */
  title: string
  /** Its model and its day as one line; may be empty. */
  facts: string
  /** The name under which it is saved. */
  name: string
  /** Links of its page: to its tool, and to the tools that can use it. */
  links: readonly { address: string; text: string }[]
  /** The button of its page that marks it as a favourite; null for none. */
  star: HTMLElement | null
  /** The button of its page that plays it, for a song. */
  song: HTMLElement | null
  /** True for a file of the user's library, whose rating is in `$ratings`. */
  own: boolean
  /** The run that made it, if its user may see that. */
  run: RunKey | null
}

type Props = {
  /** The id of the file to show first. */
  start: string
  files: readonly ViewedFile[]
  /** Must not change. */
  loadRun: LoadRun
  /** @param last the id of the file that was shown last */
  onClose(last: string): void
  locale: string
  t: Translate
}

/** Shows files of a page one by one in the whole window, whichever tools they come from. */
export function FileViewer({ files, loadRun, t, ...frame }: Props) {
  const [runs, setRuns] = useState<KnownRuns>({})
  const store = { load: loadRun, runs, setRuns }
  const views = useMemo(
    () => files.map(file => ({ ...file, source: runs[file.id]?.source ?? undefined })),
    [files, runs]
  )
  return (
    <ViewerFrame {...frame} views={views} sourceOf={sourceOf} t={t}>
      {(file, { show }) => <FileDetails key={file.id} {...{ file, views, show, store, t }} />}
    </ViewerFrame>
  )
}

/** A file with the picture that it was made from, once its run has loaded. */
type SourcedFile = ViewedFile & { source: string | undefined }

function sourceOf({ source }: SourcedFile): string | undefined {
  return source
}

type DetailsProps = {
  file: SourcedFile
  views: readonly SourcedFile[]
  show(file: SourcedFile): void
  store: RunStore
  t: Translate
}

function FileDetails({ file, views, show, store, t }: DetailsProps) {
  const { as, address, prompt, title, facts, name, links, star, song, own } = file
  const run = useRunDetails(file, store)
  return (
    <section
      aria-label={t('field.failure.details')}
      className="grid min-w-0 content-start gap-4 overflow-y-auto overscroll-contain border border-line bg-surface-1 p-4"
      style={{ flex: '0 1 22rem' }}
    >
      <h2 className="text-16 pe-control">
        <bdi>{title}</bdi>
      </h2>
      {prompt !== '' && prompt !== title && (
        <div className="flex items-start gap-2">
          <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
            {prompt}
          </p>
          <CopyIconButton text={prompt} label={t('field.card.copy_prompt')} t={t} />
        </div>
      )}
      <RunFacts facts={facts} run={run} />
      <div className="flex flex-wrap items-center">
        {song !== null && <PageButton of={song} paths={[CARD_ICONS.play, CARD_ICONS.pause]} />}
        {star !== null && <PageButton of={star} paths={[VIEWER_ICONS.heart]} />}
        <CopyIconButton
          text={address}
          label={t('field.view.copy_link')}
          icon={VIEWER_ICONS.link}
          t={t}
        />
        {as === 'image' && <CopyImageButton address={address} t={t} />}
        <SaveLink
          href={downloadAddress(address, name)}
          download={name}
          label={t('field.card.download')}
        />
      </div>
      {own && <RatingStars address={address} t={t} />}
      {links.map(link => (
        <a key={link.address} className="button" href={link.address}>
          {link.text}
        </a>
      ))}
      {own && <Relatives id={file.id} {...{ views, show, t }} />}
      <RunSettings run={run} t={t} />
    </section>
  )
}

type PageButtonProps = {
  of: HTMLElement
  /** The icon, and the one while the button is pressed if that differs. */
  paths: readonly [string, string?]
}

/** Presses a button of the page behind the viewer, and shows whether that is pressed. */
function PageButton({ of, paths: [path, pressedPath = path] }: PageButtonProps): ReactNode {
  const pressed = usePressed(of)
  return (
    <IconButton
      name={of.getAttribute('aria-label') ?? ''}
      path={pressed ? pressedPath : path}
      pressed={pressed}
      onPress={() => of.click()}
    />
  )
}
