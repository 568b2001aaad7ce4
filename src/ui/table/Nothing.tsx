import { localizePath } from '#i18n/locale.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import type { TableContext, EmptyTableText } from '#ui/table/declaration.ts'

type Props = { of: EmptyTableText; kit: TableContext }

/** The empty state of a list, or of a filter without matches: the reason, and a link. */
export function EmptyTable({ of: { icon: Glyph, title, text, link }, kit: { t, hub } }: Props) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      <Glyph {...ICON_PROPS} size={24} className="mb-1 text-faint" />
      <h2 className="text-16 font-medium">{t(title)}</h2>
      <p className="max-w-96 text-muted">{t(text)}</p>
      {link !== undefined && (
        <a
          className={`button mt-3 ${link.primary ? 'button-primary' : ''}`}
          href={localizePath(link.to, hub.locale)}
        >
          {t(link.label)}
        </a>
      )}
    </div>
  )
}
