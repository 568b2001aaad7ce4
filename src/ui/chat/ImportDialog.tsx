import { Upload } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import type { UnreadableReason } from '#client/import-file.ts'
import type { Failure } from '#client/turns.ts'
import { joinSentences } from '#core/joined.ts'
import type { Translate } from '#i18n/translate.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { failureSentence, issueSentences } from '#ui/chat/sentences.ts'

/**
 * A conversation in the file: its title, its number of messages, and whether the user selected it.
 */
type Entry = { title: string; messages: number; chosen: boolean }

type Props = {
  /** The file's conversations; null before the user picks a file. */
  entries: readonly Entry[] | null
  /** The reason why the file could not be read. */
  problem: UnreadableReason | null
  /** Largest number of conversations that the user can select. */
  most: number
  /** Number of conversations processed so far; null before the import. */
  done: number | null
  /** Result of the import: the number of saved conversations, and the rejected ones. */
  end: { kept: number; refused: readonly { title: string; failure: Failure }[] } | null
  failure: Failure | null
  plans: string
  onFile(file: File): void
  onChoose(index: number, chosen: boolean): void
  onImport(): void
  onOpen(): void
  onClose(): void
  t: Translate
}

/**
 * Lets the user import conversations: it takes a file, lists its contents and shows the progress.
 */
export function ImportDialog({ onImport, onOpen, failure, plans, onClose, ...props }: Props) {
  const { entries, done, end, t } = props
  const count = entries?.filter(({ chosen }) => chosen).length ?? 0
  const action: Pick<ComponentProps<typeof AskDialog>, 'action' | 'busy' | 'onSubmit'> = end ===
    null || end.kept === 0
    ? {
        action: t('chat.import.action'),
        busy: done !== null || count === 0 || end !== null,
        onSubmit: onImport
      }
    : { action: t('chat.import.open'), busy: false, onSubmit: onOpen }
  return (
    <AskDialog title={t('chat.import.title')} {...action} {...{ failure, plans, onClose, t }}>
      {end === null ? <Before {...props} count={count} /> : <End end={end} t={t} />}
    </AskDialog>
  )
}

type BeforeProps = Omit<Props, 'onImport' | 'onOpen' | 'failure' | 'plans' | 'onClose'> & {
  count: number
}

function Before({ entries, problem, most, done, count, onFile, onChoose, t }: BeforeProps) {
  if (done !== null) return <Progress done={done} count={count} t={t} />
  return (
    <>
      <p className="text-14 text-muted">{t('chat.import.about')}</p>
      <label className="button relative has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <Upload {...ICON_PROPS} />
        {t(entries === null ? 'chat.import.choose' : 'chat.import.other')}
        <input
          type="file"
          accept=".json,application/json"
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          onChange={event => {
            const [file] = event.currentTarget.files ?? []
            if (file !== undefined) onFile(file)
            event.currentTarget.value = ''
          }}
        />
      </label>
      {problem !== null && (
        <p role="alert" className="notice notice-bad text-14">
          {t(`chat.import.${problem}`)}
        </p>
      )}
      {entries !== null && <Entries {...{ entries, most, count, onChoose, t }} />}
    </>
  )
}

function Entries({
  entries,
  most,
  count,
  onChoose,
  t
}: Pick<BeforeProps, 'most' | 'count' | 'onChoose' | 't'> & { entries: readonly Entry[] }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 text-14 font-medium">
        {t('chat.import.found', { count: entries.length })}
      </legend>
      {entries.length > most && (
        <p className="text-13 text-faint">{t('chat.import.most', { most, chosen: count })}</p>
      )}
      <ul className="max-h-60 overflow-y-auto overscroll-contain rounded-control border border-line">
        {entries.map(({ title, messages, chosen }, index) => (
          <li key={index} className="border-t border-line first:border-t-0">
            <label className="flex min-h-control items-center gap-3 px-3 py-1 text-14">
              <input
                type="checkbox"
                checked={chosen}
                disabled={!chosen && count >= most}
                onChange={event => onChoose(index, event.currentTarget.checked)}
              />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title || t('chat.list.untitled')}
              </span>
              <span className="flex-none text-13 text-faint">
                {t('chat.import.messages', { count: messages })}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Progress({ done, count, t }: { done: number; count: number; t: Translate }) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <p id={id} role="status" className="text-14">
        {t('chat.import.progress', { done, total: count })}
      </p>
      <progress className="w-full" aria-labelledby={id} max={count} value={done} />
    </div>
  )
}

function End({ end: { kept, refused }, t }: { end: NonNullable<Props['end']>; t: Translate }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-14">
      <p role="status">{t('chat.import.kept', { count: kept })}</p>
      {refused.length > 0 && (
        <div role="alert" className="max-h-60 overflow-y-auto break-words text-muted">
          <ul className="grid list-disc gap-1 ps-5">
            {refused.map(({ title, failure }, index) => (
              <li key={index}>
                {t('chat.import.refused', {
                  title: title || t('chat.list.untitled'),
                  reason: joinSentences([
                    failureSentence(failure, t),
                    ...issueSentences(failure, t)
                  ])
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
