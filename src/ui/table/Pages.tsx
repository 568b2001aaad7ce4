import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/format.ts'
import type { TableQuery } from '#core/table-query.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { QueryLink, type TableNavigator } from '#ui/table/QueryLink.tsx'

type Props = {
  query: TableQuery
  size: number
  count: number
  locale: string
  t: Translate
  go: TableNavigator
}

/** Pagination; hidden when everything fits on one page. */
export function TablePagination({ query, size, count, locale, t, go }: Props) {
  if (count <= size) return null
  const { page } = query
  const rest = { query, size, count, go }
  const number = (value: number): string => formatNumber(value, locale, 0)
  const range = t('common.list.range', {
    from: number((page - 1) * size + 1),
    to: number(Math.min(count, page * size)),
    total: number(count)
  })
  return (
    <nav
      className="mt-4 flex items-center justify-end gap-2 text-13 text-muted tabular-nums"
      aria-label={t('common.list.pages')}
    >
      <output>{range}</output>
      <Step name={t('common.list.previous')} to={page - 1} {...rest}>
        <ChevronLeft {...ICON_PROPS} className="turns" />
      </Step>
      <Step name={t('common.list.next')} to={page + 1} {...rest}>
        <ChevronRight {...ICON_PROPS} className="turns" />
      </Step>
    </nav>
  )
}

type StepProps = Pick<Props, 'query' | 'size' | 'count' | 'go'> & {
  name: string
  to: number
  children: ReactNode
}

/** A link to the next or previous page, marked as disabled if there is none. */
function Step({ name, to, query, size, count, go, children }: StepProps) {
  const looks = { className: 'icon-button', 'aria-label': name, title: name }
  if (to >= 1 && (to - 1) * size < count) {
    return (
      <QueryLink {...looks} to={{ ...query, page: to }} go={go}>
        {children}
      </QueryLink>
    )
  }
  return (
    <a {...looks} role="link" aria-disabled="true">
      {children}
    </a>
  )
}
