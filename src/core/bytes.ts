const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats bytes in the largest unit that fits at least once. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000))
  )
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: 1
  })
  return format.format(bytes / 1000 ** step)
}
