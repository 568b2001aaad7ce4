import { FileText, Image as Picture, X } from 'lucide-react'
import { failureSentence } from '#ui/chat/sentences.ts'
import { referenceKind, MAX_REFERENCE_FILE, MAX_REFERENCE_TEXT } from '#core/reference.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Attachment } from '#stores/attachments.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'

type Props = {
  items: readonly Attachment[]
  /** Whether the user added more files than allowed. */
  crowded: boolean
  most: number
  locale: Locale
  onRemove(key: number): void
  t: Translate
}

/** The files that the user attached to the question. */
export function Attachments({ items, crowded, most, locale, onRemove, t }: Props) {
  return (
    <div className="grid gap-2 px-3 pt-3">
      <ul
        aria-label={t('chat.attach.list')}
        className="flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto overscroll-contain"
      >
        {items.map(each => (
          <Item key={each.key} item={each} locale={locale} onRemove={onRemove} t={t} />
        ))}
      </ul>
      {crowded && (
        <p role="alert" className="text-12 text-bad">
          {t('chat.attach.too_many', { count: most })}
        </p>
      )}
    </div>
  )
}

function Item({
  item,
  locale,
  onRemove,
  t
}: { item: Attachment } & Pick<Props, 'locale' | 'onRemove' | 't'>) {
  const { key, name, part, url, failure } = item
  const coming = url === '' && failure === null
  const label = t(coming ? 'chat.attach.cancel' : 'chat.attach.remove', { name })
  return (
    <li
      className={`flex w-full items-center gap-2 rounded-control border bg-surface-2 p-1.5 md:w-64 ${failure === null ? 'border-line' : 'border-bad'}`}
    >
      <Preview item={item} />
      <span className="grid min-w-0 flex-1 gap-0.5 text-13">
        <span className="truncate">
          <bdi>{name}</bdi>
        </span>
        {coming && (
          <progress
            className="h-1 w-full"
            value={part}
            aria-label={t('chat.attach.coming', { name })}
          />
        )}
        {failure !== null && (
          <span role="alert" className="text-12 text-bad">
            {/* The name is visible above, but the alert must repeat it. */}
            <span className="sr-only">{name}</span> {reasonOf(failure, locale, t)}
          </span>
        )}
        {!coming && failure === null && (
          <span className="text-12 text-faint">{formatFileSize(item.size, locale)}</span>
        )}
      </span>
      <button
        type="button"
        className="icon-button"
        title={label}
        aria-label={label}
        onClick={({ currentTarget, detail }) =>
          leave(currentTarget, detail > 0, () => onRemove(key))
        }
      >
        <X {...ICON_PROPS} />
      </button>
    </li>
  )
}

/**
 * Moves the focus to a neighbouring file before this file disappears. If there is none, the text
 * field gets the focus, except after a tap: it would open the phone's keyboard.
 */
function leave(button: HTMLButtonElement, pointed: boolean, remove: () => void): void {
  const row = button.closest('li')
  const near = row?.nextElementSibling ?? row?.previousElementSibling
  const next =
    near?.querySelector('button') ?? (pointed ? null : button.form?.querySelector('textarea'))
  next?.focus()
  remove()
}

function Preview({ item: { type, url } }: { item: Attachment }) {
  const isPicture = referenceKind(type) === 'picture'
  if (isPicture && url !== '')
    return (
      <img
        src={scaledImageAddress(url, 320)}
        alt=""
        width="40"
        height="40"
        className="size-10 flex-none rounded-[6px] object-cover"
      />
    )
  const Icon = isPicture ? Picture : FileText
  return (
    <span className="grid size-10 flex-none place-items-center rounded-[6px] bg-surface-3 text-muted">
      <Icon {...ICON_PROPS} />
    </span>
  )
}

function reasonOf(
  failure: NonNullable<Attachment['failure']>,
  locale: Locale,
  t: Translate
): string {
  switch (failure.issues[0]?.code) {
    case 'not_allowed':
      return t('chat.attach.wrong_kind')
    case 'too_large':
      return t('chat.attach.too_large', {
        file: formatFileSize(MAX_REFERENCE_FILE, locale),
        text: formatFileSize(MAX_REFERENCE_TEXT, locale)
      })
  }
  return failureSentence(failure, t)
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const

/** Formats a file's size in the style of a language. */
export function formatFileSize(bytes: number, locale: Locale): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const style = {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: 'short',
    maximumFractionDigits: step === 2 ? 1 : 0
  } as const
  return new Intl.NumberFormat(locale, style).format(bytes / 1000 ** step)
}
